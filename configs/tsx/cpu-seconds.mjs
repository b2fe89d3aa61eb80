import { readFileSync } from 'node:fs'

/** In /proc/self/stat behind the name: time in the process and in the system, then that of ended children (proc(5)). */
const FIRST_TIME = 11
const TICKS_PER_SECOND = 100

/** The CPU time of this process and of its children that have ended. Not a number where there is no Linux to tell. */
export function cpuSeconds() {
  try {
    const [, figures] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const ticks = figures
      .split(' ')
      .slice(FIRST_TIME, FIRST_TIME + 4)
      .map(Number)
    return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}
