import { setImmediate } from 'node:timers/promises'
import { machinePace } from './machine-pace.ts'
import { threadCpuMs } from './thread-cpu.ts'

/** CPU time so far in milliseconds. */
type CpuClock = () => number

/** The first attempt pays for compiling the code. */
const ATTEMPTS = 3

/**
 * The longest stretch for which `run` keeps the event loop to itself, in milliseconds of CPU time of an idle machine:
 * what other processes take does not count, nor that they make this one slower. Of several attempts, the shortest: for
 * tests of a bound, such as that no text of a client may hold up other requests.
 *
 * CPU time is that of this thread (see `threadCpuMs`): what earlier work has left to other threads, such as garbage to
 * collect, does not count. With another clock, what that counts.
 */
export async function longestBlockMs(
  run: () => unknown,
  attempts: number = ATTEMPTS,
  cpuMs: CpuClock = threadCpuMs,
  pace: () => number = machinePace,
): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  let before = pace()
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const longest = await longestOf(run, cpuMs)
    const after = pace()
    shortest = Math.min(shortest, longest / ((before + after) / 2))
    before = after
  }
  return shortest
}

async function longestOf(run: () => unknown, cpuMs: CpuClock): Promise<number> {
  let longest = 0
  let isOver = false
  let since = cpuMs()
  const look = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - since)
    since = now
  }
  const watch = async () => {
    while (!isOver) {
      await setImmediate()
      look()
    }
  }
  const watching = watch()
  try {
    await run()
  } finally {
    look()
    isOver = true
    await watching
  }
  return longest
}
