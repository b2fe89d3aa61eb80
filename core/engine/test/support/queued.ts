import { PRIORITIES, type PriorityName } from '@heliograph/contracts'
import { BatchTicket } from '../../src/outbound/dispatch/links/batch-ticket.ts'
import type { EarlierParts, QueuedMessage } from '../../src/outbound/dispatch/links/queued-message.ts'

export interface QueuedOptions {
  readonly priority?: PriorityName
  readonly parts?: number
  readonly line?: number
  /** When the job was due, in milliseconds. */
  readonly runAt?: number
  readonly refusedBy?: readonly string[]
  /** Parts still to be sent, and what became of the others. */
  readonly only?: readonly number[]
  readonly earlier?: EarlierParts
}

/** A message as the dispatcher queues it. */
export function queued(smsId: number, options: QueuedOptions = {}): QueuedMessage {
  const { priority = 'HIGH', parts = 1, line = null, runAt = 0, refusedBy, only = null, earlier } = options
  const place = { route: 'default', priority: PRIORITIES[priority], line, dueAt: new Date(runAt), speedId: null }
  const batch = { batchId: 1, ...place }
  return {
    message: {
      smsId,
      attempt: 1,
      from: 'ACME',
      to: '27821110000',
      text: 'hello',
      encoding: 'gsm',
      parts,
      flash: false,
      userDataHeader: null,
      only,
      priority,
      validUntil: new Date(Date.UTC(2100, 0, 1)),
    },
    priority: PRIORITIES[priority],
    clientId: 1001,
    bulkId: null,
    hours: undefined,
    dueAt: runAt,
    refusedBy: refusedBy === undefined ? undefined : new Set(refusedBy),
    detours: undefined,
    requestId: null,
    tellsSent: false,
    handedOverAt: 0,
    origin: 'v2',
    isOpened: false,
    closing: undefined,
    settled: null,
    earlier,
    ticket: new BatchTicket(batch),
  }
}
