import type { NodeTools } from '../database/node-tools.ts'

/** What work on owned rows needs. */
export interface OwnerTools extends NodeTools {
  /** The node's lease, null while it must not claim anything. */
  readonly lease: () => number | null
  /** The number of the lease, whether held or not. */
  readonly leaseNumber: () => number
}
