import type { Clock } from '@heliograph/contracts'

/** Waits for an event, but no longer than this. */
export async function waitAtMost(clock: Clock, limitMs: number, event: Promise<unknown>): Promise<void> {
  let cancel = () => {}
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(limitMs, resolve)
  })
  await Promise.race([event, patience]).finally(cancel)
}
