import type { Transaction } from '../database/database.ts'

/**
 * This node was declared dead, so what it wanted to write belongs to another node by now. Not retried, and not the
 * data's fault.
 */
export class LeaseLostError extends Error {
  constructor() {
    super('The lease of this node has ended; what it owned belongs to others')
    this.name = 'LeaseLostError'
  }
}

/** Keeps a lease from being ended until the transaction is over. Throws `LeaseLostError` when it has been ended. */
export async function holdLease(tx: Transaction, lease: number): Promise<void> {
  const held = await tx`select from node where lease = ${lease}::bigint for key share`
  if (held.length === 0) throw new LeaseLostError()
}
