import type { BulkState } from '@heliograph/contracts'

/** The states of a bulk as interfaces for programs name them. */
export const BULK_STATUSES = {
  pending: 'PENDING',
  paused: 'PAUSED',
  processing: 'PROCESSING',
  finished: 'FINISHED',
  cancelled: 'CANCELED',
  failed: 'FAILED',
} as const satisfies Record<BulkState, string>

export type BulkStatus = (typeof BULK_STATUSES)[BulkState]

/**
 * What a client does to a bulk by setting a status, by the name of the operation of `Schedules`. Only the gateway sets
 * the other statuses.
 */
export const BULK_CHANGES: Readonly<Partial<Record<BulkStatus, 'pause' | 'resume' | 'cancel'>>> = {
  PAUSED: 'pause',
  PENDING: 'resume',
  PROCESSING: 'resume',
  CANCELED: 'cancel',
}
