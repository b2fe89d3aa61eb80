import { readFileSync } from 'node:fs'

/** Where Linux tells the time for which the thread that asks was on a processor: nanoseconds, then other figures. */
const SCHEDULER = '/proc/thread-self/schedstat'

/**
 * CPU time of this thread so far, in milliseconds. Threads beside it do not count, such as those that collect garbage,
 * except where the system tells the time of the whole process only: elsewhere than on Linux, before Node 23.9.
 */
export const threadCpuMs: () => number = bestClock()

function bestClock(): () => number {
  const { threadCpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage }
  if (threadCpuUsage !== undefined) return () => milliseconds(threadCpuUsage.call(process))
  try {
    if (schedulerMs() > 0) return schedulerMs
  } catch {
    // No such file: the time of the process is an upper bound.
  }
  return processCpuMs
}

/** CPU time of the process so far, all of its threads together, in milliseconds. */
export function processCpuMs(): number {
  return milliseconds(process.cpuUsage())
}

function schedulerMs(): number {
  return Number.parseInt(readFileSync(SCHEDULER, 'latin1'), 10) / 1_000_000
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000
}
