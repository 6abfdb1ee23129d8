// What a C++ library does with containers of Rust: its headers read and change them in place. Rust and Python are the peers of C++: they make
// the containers again, and Rust reads them.
#include "../../containers/common.h"
#include "../../containers/mapping.h"
#include "../../containers/sequence.h"

namespace {

// The functions of the peers: the makers return the container that they get, made again, and `read` returns what Rust reads.
struct Peers {
  ffi::Map<String, Function> makers;
  Function read;

  template <typename Container>
  Container MadeAgain(const Container& from, Random& random, States& states) const {
    int64_t index = random.Below(static_cast<int64_t>(makers.size()) + 1);
    for (const auto& [name, make] : makers) {
      if (index-- == 0) {
        states.Made(name);
        return make(from).template cast<Container>();
      }
    }
    states.Made("C++");
    return Copy(from);
  }
};

template <typename Mapping>
class PeerMapping final : public MappingTest<Mapping> {
 public:
  explicit PeerMapping(Peers peers) : MappingTest<Mapping>(1), peers_(std::move(peers)) {}

 private:
  Mapping MadeAgain() override { return peers_.MadeAgain(this->mapping_, this->random_, this->states_); }

  // Rust returns keys and values in turn, and then both backwards.
  void CheckPeer() const override {
    auto read = peers_.read(this->mapping_).template cast<AnyArray>();
    TVM_FFI_ICHECK_EQ(read.size(), 4 * this->mapping_.size());
    size_t index = 0;
    for (const auto& [key, value] : this->mapping_) {
      for (const Any& part : {Any(key), Any(value)}) {
        TVM_FFI_ICHECK(IsSame(read[index], part));
        TVM_FFI_ICHECK(IsSame(read[read.size() - 1 - index], part));
        ++index;
      }
    }
  }

  Peers peers_;
};

template <typename Sequence>
class PeerSequence final : public SequenceTest<Sequence> {
 public:
  explicit PeerSequence(Peers peers) : SequenceTest<Sequence>(1), peers_(std::move(peers)) {}

 private:
  Sequence MadeAgain() override { return peers_.MadeAgain(this->sequence_, this->random_, this->states_); }

  // Rust returns the elements.
  void CheckPeer() const override {
    auto read = peers_.read(this->sequence_).template cast<AnyArray>();
    TVM_FFI_ICHECK_EQ(read.size(), this->sequence_.size());
    size_t index = 0;
    for (const Any& element : this->sequence_) TVM_FFI_ICHECK(IsSame(read[index++], element));
  }

  Peers peers_;
};

template <typename Test>
ffi::Map<String, int64_t> Run(ffi::Map<String, Function> makers, Function read, int64_t steps) {
  Test test(Peers{std::move(makers), std::move(read)});
  ffi::Map<String, int64_t> seen;
  for (const auto& [state, count] : test.Run(steps).Seen()) seen.Set(String(state), count);
  return seen;
}

}  // namespace

TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_array, Run<PeerSequence<AnyArray>>);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_list, Run<PeerSequence<AnyList>>);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_map, Run<PeerMapping<AnyMap>>);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(change_dict, Run<PeerMapping<AnyDict>>);
