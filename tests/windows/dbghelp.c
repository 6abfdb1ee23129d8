// The C++ runtime calls these functions for its tracebacks. Those of Wine 8 crash where they read debug information of GNU tools, so these find nothing.
#define FINDS_NOTHING(name) __declspec(dllexport) void *name(void) { return 0; }

FINDS_NOTHING(StackWalk64)
FINDS_NOTHING(SymFromAddr)
FINDS_NOTHING(SymFunctionTableAccess64)
FINDS_NOTHING(SymGetLineFromAddr64)
FINDS_NOTHING(SymGetModuleBase64)
FINDS_NOTHING(SymInitialize)
FINDS_NOTHING(SymRefreshModuleList)
FINDS_NOTHING(SymSetOptions)
