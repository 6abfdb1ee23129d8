// The threads of a block are fibers: one runs until it waits for others, and then another one runs. A warp runs until it waits for
// the block, or ends, before the next warp runs. The order of warps and of their lanes is random. So warps are as far apart as
// barriers allow, and kernels that lack a barrier give wrong results.

#include "threads.h"

#include <ucontext.h>

#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

uint3 threadIdx, blockIdx, blockDim, gridDim;

namespace {

constexpr unsigned WARP = 32;
constexpr std::size_t STACK = 64 * 1024;
// The limit for a block on an H100.
constexpr std::size_t SHARED_MEMORY = 227 * 1024;
constexpr std::size_t GUARD = 4096;
// The bytes of unwritten memory: NaN in each element type.
constexpr unsigned char UNWRITTEN = 0xff;

enum class State { ready, at_block, at_warp, done };

struct Thread {
    ucontext_t context;
    std::unique_ptr<char[]> stack;
    uint3 index;
    State state;
    // Alternates, so that a fast lane does not overwrite a value that a slow lane has not read yet.
    unsigned turn;
};

struct Block {
    const emulation::Kernel* kernel;
    void** parameters;
    std::vector<Thread> threads;
    // The order of warps and of lanes.
    std::vector<unsigned> warps, lanes;
    // Two for each thread.
    std::vector<float> exchanged;
    unsigned current;
    ucontext_t scheduler;
    std::string error;
};

Block block;
std::mt19937 random_order(1);

Thread& current() { return block.threads[block.current]; }

void wait(State state) {
    Thread& thread = current();
    thread.state = state;
    swapcontext(&thread.context, &block.scheduler);
}

void start() {
    try {
        block.kernel->run(block.parameters);
    } catch (const std::exception& error) {
        block.error = error.what();
    }
    wait(State::done);
}

void resume(unsigned number) {
    Thread& thread = block.threads[number];
    block.current = number;
    threadIdx = thread.index;
    swapcontext(&block.scheduler, &thread.context);
}

bool all(unsigned first, unsigned count, State state) {
    return std::all_of(block.threads.begin() + first, block.threads.begin() + first + count, [state](const Thread& thread) {
        return thread.state == state;
    });
}

bool none_is_ready(unsigned first, unsigned count) {
    return std::none_of(block.threads.begin() + first, block.threads.begin() + first + count, [](const Thread& thread) {
        return thread.state == State::ready;
    });
}

void release(unsigned first, unsigned count) {
    for (unsigned i = first; i < first + count; i++) {
        block.threads[i].state = State::ready;
    }
}

// Runs the threads of a warp until all of them wait for other warps or have ended.
void run_warp(unsigned first) {
    const unsigned lanes = std::min(WARP, static_cast<unsigned>(block.threads.size()) - first);
    do {
        std::shuffle(block.lanes.begin(), block.lanes.end(), random_order);
        for (unsigned lane : block.lanes) {
            if (lane < lanes && block.threads[first + lane].state == State::ready) {
                resume(first + lane);
            }
            if (!block.error.empty()) {
                return;
            }
        }
        if (lanes == WARP && all(first, lanes, State::at_warp)) {
            release(first, lanes);
        }
    } while (!none_is_ready(first, lanes));
}

void run_threads() {
    const auto count = static_cast<unsigned>(block.threads.size());
    while (true) {
        std::shuffle(block.warps.begin(), block.warps.end(), random_order);
        for (unsigned warp : block.warps) {
            run_warp(warp * WARP);
            if (!block.error.empty()) {
                return;
            }
        }
        if (all(0, count, State::done)) {
            return;
        }
        if (!all(0, count, State::at_block)) {
            block.error = "some threads wait for others which have ended, or which wait elsewhere";
            return;
        }
        release(0, count);
    }
}

void prepare(unsigned number) {
    Thread& thread = block.threads[number];
    thread.index = {
        number % blockDim.x, number / blockDim.x % blockDim.y, number / (blockDim.x * blockDim.y)
    };
    thread.state = State::ready;
    thread.turn = 0;
    getcontext(&thread.context);
    thread.context.uc_stack.ss_sp = thread.stack.get();
    thread.context.uc_stack.ss_size = STACK;
    thread.context.uc_link = nullptr;
    makecontext(&thread.context, start, 0);
}

}  // namespace

// Dynamic shared memory. The kernels declare it with this name and different types.
alignas(1024) unsigned char row_in_shared_memory[SHARED_MEMORY + GUARD];

namespace {

void run_block(unsigned shared_memory) {
    std::memset(row_in_shared_memory, UNWRITTEN, sizeof row_in_shared_memory);
    for (unsigned number = 0; number < block.threads.size(); number++) {
        prepare(number);
    }
    run_threads();
    const bool stayed_inside = std::all_of(
        row_in_shared_memory + shared_memory,
        std::end(row_in_shared_memory),
        [](unsigned char byte) { return byte == UNWRITTEN; }
    );
    if (block.error.empty() && !stayed_inside) {
        block.error = "a thread wrote beyond the dynamic shared memory";
    }
}

}  // namespace

namespace emulation {

void wait_for_block() { wait(State::at_block); }

void wait_for_warp() { wait(State::at_warp); }

float exchange(float value, unsigned other) {
    Thread& thread = current();
    const unsigned turn = thread.turn++ % 2;
    const unsigned me = block.current;
    block.exchanged[me * 2 + turn] = value;
    wait_for_warp();
    return block.exchanged[(me / WARP * WARP + other) * 2 + turn];
}

unsigned lane() { return block.current % WARP; }

std::string run(const Kernel& kernel, const Launch& launch, void** parameters) {
    if (launch.shared_memory > SHARED_MEMORY) {
        return "more dynamic shared memory than there is";
    }
    blockDim = launch.block;
    gridDim = launch.grid;
    block.kernel = &kernel;
    block.parameters = parameters;
    block.error.clear();
    block.threads.resize(blockDim.x * blockDim.y * blockDim.z);
    block.exchanged.assign(2 * block.threads.size(), 0.0f);
    block.warps.resize((block.threads.size() + WARP - 1) / WARP);
    std::iota(block.warps.begin(), block.warps.end(), 0);
    block.lanes.resize(WARP);
    std::iota(block.lanes.begin(), block.lanes.end(), 0);
    for (Thread& thread : block.threads) {
        if (thread.stack == nullptr) {
            thread.stack = std::make_unique<char[]>(STACK);
        }
    }
    for (blockIdx.z = 0; blockIdx.z < gridDim.z; blockIdx.z++) {
        for (blockIdx.y = 0; blockIdx.y < gridDim.y; blockIdx.y++) {
            for (blockIdx.x = 0; blockIdx.x < gridDim.x; blockIdx.x++) {
                run_block(launch.shared_memory);
                if (!block.error.empty()) {
                    return block.error;
                }
            }
        }
    }
    return {};
}

namespace {

std::vector<const Kernel*>& kernels() {
    static std::vector<const Kernel*> list;
    return list;
}

}  // namespace

void Kernel::add(const Kernel* kernel) { kernels().push_back(kernel); }

const Kernel* Kernel::find(const char* name) {
    for (const Kernel* kernel : kernels()) {
        if (std::strcmp(kernel->name, name) == 0) {
            return kernel;
        }
    }
    return nullptr;
}

}  // namespace emulation

namespace nvcuda::wmma {

void refuse(const char* why) { throw std::runtime_error(why); }

}  // namespace nvcuda::wmma
