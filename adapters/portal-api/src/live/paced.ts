import type { Clock } from '@heliograph/contracts'

/** A call that may be asked for more often than it is made. */
export interface Paced {
  /** Makes the call at once or, if the last one was just now, a while later: one for all that were asked for. */
  call(): void
  /** What was asked for is not called any more. */
  stop(): void
}

/** Calls no more often than once in this time. */
export function paced(everyMs: number, clock: Clock, run: () => void): Paced {
  let isResting = false
  let isDue = false
  let cancel = () => {}

  function call(): void {
    isDue = isResting
    if (isResting) return
    isResting = true
    cancel = clock.after(everyMs, () => {
      isResting = false
      if (isDue) call()
    })
    run()
  }

  return { call, stop: () => cancel() }
}
