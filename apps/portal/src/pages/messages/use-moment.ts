import { useEffect } from 'react'

/** The longest that `setTimeout` waits: about 24 days. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Calls `run` once, at a moment in milliseconds of the epoch: at once if it has passed, never if it is undefined or
 * further away than a page stays open.
 */
export function useMoment(moment: number | undefined, run: () => void): void {
  useEffect(() => {
    const ms = (moment ?? Number.POSITIVE_INFINITY) - Date.now()
    if (ms > LONGEST_MS) return
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }, [moment, run])
}
