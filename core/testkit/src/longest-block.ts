import { setImmediate } from 'node:timers/promises'
import { machinePace } from './machine-pace.ts'
import { threadCpuMs } from './thread-cpu.ts'

/** CPU time so far in milliseconds. */
type CpuClock = () => number

/** The first attempt pays for compiling the code. */
const ATTEMPTS = 3

/** As many as are made at a bound, of which the best counts: the machine has other work as well. */
const AT_A_BOUND = 25

/** After these many attempts, nothing that takes so many times what it may take is due to the machine. */
const SURE_AFTER = 5
const FAR_BEYOND = 3

/**
 * The longest stretch for which `run` keeps the event loop to itself, in milliseconds of CPU time of an idle machine:
 * what other processes take does not count, nor that they make this one slower. Of several attempts, the shortest: for
 * tests of a bound, such as that no text of a client may hold up other requests.
 *
 * CPU time is that of this thread (see `threadCpuMs`): what earlier work has left to other threads, such as garbage to
 * collect, does not count. With another clock, what that counts.
 * @stability experimental
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

/**
 * The shortest of the attempts' longest blocks, up to the first one that is short enough. Only when the first is not,
 * the machine itself is measured, which may be slow at the moment.
 * @stability experimental
 */
export async function bestAttempt(run: () => unknown, mostMs: number, cpuMs: CpuClock = threadCpuMs): Promise<number> {
  let longest = await longestBlockMs(run, 1, cpuMs, () => 1)
  for (let attempt = 1; attempt < AT_A_BOUND && longest > mostMs; attempt += 1) {
    if (attempt >= SURE_AFTER && longest > mostMs * FAR_BEYOND) break
    longest = Math.min(longest, await longestBlockMs(run, 1, cpuMs))
  }
  return longest
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
