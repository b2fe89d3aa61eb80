import type { Clock } from '@heliograph/contracts'

/** The bulks that clients of the double have paused. */
export interface PausedBulks {
  /** Since when it is paused; undefined: it is not. */
  since(clientId: number, bulkId: string | null): Date | undefined
  /** Has no effect on a bulk that is paused. */
  add(clientId: number, bulkId: string): void
  /** Returns whether it was paused. */
  delete(clientId: number, bulkId: string): boolean
}

export function createPausedBulks(clock: Clock): PausedBulks {
  const paused = new Map<string, Date>()
  const keyOf = (clientId: number, bulkId: string | null) => `${clientId} ${bulkId}`
  return {
    since: (clientId, bulkId) => paused.get(keyOf(clientId, bulkId)),
    add(clientId, bulkId) {
      const key = keyOf(clientId, bulkId)
      if (!paused.has(key)) paused.set(key, new Date(clock.now()))
    },
    delete: (clientId, bulkId) => paused.delete(keyOf(clientId, bulkId)),
  }
}
