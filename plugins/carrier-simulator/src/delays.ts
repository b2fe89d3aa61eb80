import type { Clock } from '@heliograph/contracts'

/**
 * All tasks due within one slot of this length share a timer, so that the number of timers does not grow with the
 * traffic.
 */
const SLOT_MS = 2

/** Runs tasks later. A task never runs early, and at most one slot late. */
export interface Delays {
  /** Runs `task` in a later turn of the event loop, `delayMs` or a little more from now. */
  run(delayMs: number, task: () => void): void
  /** Runs all waiting tasks now, including those that they add. */
  hurry(): void
}

export function createDelays(clock: Clock): Delays {
  const slots = new Map<number, { readonly tasks: (() => void)[]; readonly cancel: () => void }>()

  function fire(slotMs: number): void {
    const slot = slots.get(slotMs)
    if (slot === undefined) return
    slots.delete(slotMs)
    slot.cancel()
    for (const task of slot.tasks) task()
  }

  return {
    run(delayMs, task) {
      const nowMs = clock.now()
      const dueMs = delayMs === 0 ? nowMs : Math.ceil((nowMs + delayMs) / SLOT_MS) * SLOT_MS
      const slot = slots.get(dueMs)
      if (slot === undefined) {
        slots.set(dueMs, { tasks: [task], cancel: clock.after(dueMs - nowMs, () => fire(dueMs)) })
      } else {
        slot.tasks.push(task)
      }
    },
    hurry() {
      while (slots.size > 0) fire(Math.min(...slots.keys()))
    },
  }
}
