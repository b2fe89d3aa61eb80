import type { OutgoingMessage, PartOutcome } from '@heliograph/contracts'
import type { EarlierParts } from '../../src/outbound/dispatch/links/queued-message.ts'
import { type DecisionRules, decide } from '../../src/outbound/dispatch/results/decide.ts'
import type { PartRecord } from '../../src/outbound/dispatch/results/read-answer.ts'

export const RULES: DecisionRules = {
  unknownOutcome: 'resend',
  maxResends: 2,
  retryDelaysSeconds: [5, 15, 60],
  receipts: 'all',
}

export function message(parts = 1, attempt = 1, only: readonly number[] | null = null): OutgoingMessage {
  return {
    smsId: 1_000,
    attempt,
    from: 'ACME',
    to: '27821110000',
    text: 'hello',
    encoding: 'gsm',
    parts,
    flash: false,
    userDataHeader: null,
    only,
    priority: 'HIGH',
    validUntil: new Date(Date.UTC(2030, 0, 1)),
  }
}

export const accepted = (networkId: string | null = 'a1'): PartOutcome => ({ kind: 'accepted', networkId })
export const refused = (fault: 'message' | 'destination' | 'route' | 'link', errorId?: number): PartOutcome => ({
  kind: 'refused',
  fault,
  status: 'ESME_RINVDSTADR',
  errorId,
})
export const throttled: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }
export const tryLater: PartOutcome = { kind: 'try-later', status: 'ESME_RMSGQFUL' }
export const unknown: PartOutcome = { kind: 'unknown' }
export const notSent: PartOutcome = { kind: 'not-sent' }

export const taken = (part: number, networkId: string | null = 'a1'): PartRecord => ({
  part,
  networkId,
  state: 'submitted',
  networkStatus: null,
  errorId: null,
})
export const delivered = (part: number, networkId: string | null = 'a1'): PartRecord => ({
  ...taken(part, networkId),
  state: 'delivered',
})
export const turnedDown = (part: number, errorId: number | null = null): PartRecord => ({
  part,
  networkId: null,
  state: 'refused-by-network',
  networkStatus: 'ESME_RINVDSTADR',
  errorId,
})
export const lost = (part: number): PartRecord => ({
  part,
  networkId: null,
  state: 'unknown',
  networkStatus: null,
  errorId: null,
})
export const left = (part: number, networkStatus: string | null): PartRecord => ({
  part,
  networkId: null,
  state: 'retrying',
  networkStatus,
  errorId: null,
})

export interface Row {
  readonly name: string
  readonly message?: OutgoingMessage
  readonly outcomes: readonly PartOutcome[]
  readonly rules?: Partial<DecisionRules>
  readonly earlier?: EarlierParts
  readonly expected: Partial<Record<string, unknown>>
}

export const record = (state: string, parts: readonly PartRecord[], more: object = {}) => ({
  kind: 'record',
  state,
  series: 1,
  parts,
  networkStatus: null,
  errorId: null,
  retryInMs: null,
  pause: false,
  ...more,
})

export const putBack = (networkStatus: string | null) => ({
  kind: 'put-back',
  pause: networkStatus !== null,
  networkStatus,
})

export const decided = (row: Row) =>
  decide(row.message ?? message(), row.outcomes, { ...RULES, ...row.rules }, row.earlier)
