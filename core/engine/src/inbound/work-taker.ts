/** Where the work on incoming SMS goes while it is being stored. */
export interface WorkTaker {
  /** The lease under which it is stored as this node's, which has room for so much; null: it waits for a node. */
  takerOf(count: number): number | null
  /** Call when work that was stored as this node's has been committed. */
  offer(incomingIds: readonly number[]): void
  /** Call when work that waits has been committed. */
  waits(): void
  /** Call when the transaction that stored work as this node's failed or its outcome is unknown. */
  outcomeUnknown(): void
}

/** That of a node without the role: others hear that there is something to do. */
export function createWorkForOthers(announce: () => void): WorkTaker {
  return { takerOf: () => null, offer: () => {}, waits: announce, outcomeUnknown: () => {} }
}
