import type { Transaction } from '../database/database.ts'

/** The owner of rows whose lease has ended. */
export interface EndedOwner {
  readonly node_id: string
  readonly lease: number
}

/** A table whose rows bear their owner: the node that works on them. */
export interface OwnedTable {
  readonly name: string
  /** Frees what these nodes owned, so that any other node can have it. */
  free(tx: Transaction, owners: readonly EndedOwner[]): Promise<unknown>
}
