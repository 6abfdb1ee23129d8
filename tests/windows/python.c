// `python.exe`, which is not among the files of CPython that `install.py` finds.
#include <wchar.h>

int Py_Main(int argc, wchar_t **argv);

int wmain(int argc, wchar_t **argv) {
    return Py_Main(argc, argv);
}
