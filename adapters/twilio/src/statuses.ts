import type { MessageState } from '@heliograph/contracts'

/** The statuses that messages have here. */
export type Status = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'scheduled' | 'canceled'

/** Every state and its status; the refusals are answered with an error instead, except for those found later. */
export const STATUSES = {
  scheduled: 'scheduled',
  queued: 'queued',
  submitting: 'sending',
  unknown: 'sending',
  submitted: 'sent',
  retrying: 'sending',
  delivered: 'delivered',
  undeliverable: 'undelivered',
  'refused-by-network': 'failed',
  expired: 'failed',
  unconfirmed: 'undelivered',
  cancelled: 'canceled',
  'no-route': 'failed',
  'opted-out': 'failed',
  'bad-number': 'failed',
  'no-credit': 'failed',
  'too-long': 'failed',
  duplicate: 'failed',
} as const satisfies Record<MessageState, Status>

/** Why a message was not delivered: number and text. */
export interface Fault {
  readonly code: number
  readonly text: string
}

const UNREACHABLE: Fault = { code: 30003, text: 'Unreachable destination handset' }
const BLOCKED: Fault = { code: 30004, text: 'Message blocked' }
const UNKNOWN_NUMBER: Fault = { code: 30005, text: 'Unknown destination handset' }
const CANNOT_RECEIVE: Fault = { code: 30006, text: 'Landline or unreachable carrier' }
const FILTERED: Fault = { code: 30007, text: 'Message filtered' }
const UNKNOWN: Fault = { code: 30008, text: 'Unknown error' }

/** By the ids of the error registry of `@heliograph/messaging`. */
const BY_ERROR: ReadonlyMap<number, Fault> = new Map([
  ...[1, 5].map((id) => [id, UNKNOWN_NUMBER] as const),
  ...[6, 8, 27, 31, 32, 33, 256].map((id) => [id, UNREACHABLE] as const),
  ...[9, 12, 13, 573, 2049, 2052, 2053].map((id) => [id, BLOCKED] as const),
  ...[11, 258, 565, 629].map((id) => [id, CANNOT_RECEIVE] as const),
  ...[603, 604, 607, 608].map((id) => [id, FILTERED] as const),
])

/** By state, where the state says it all. */
const BY_STATE: Readonly<Partial<Record<MessageState, Fault>>> = {
  expired: { code: 30036, text: 'Validity period expired' },
  unconfirmed: UNKNOWN,
  'no-route': { code: 21612, text: 'No route to this number' },
  'opted-out': { code: 21610, text: 'The recipient has unsubscribed' },
}

/** Why a message was not delivered; undefined for one that was, that is under way, or that its client cancelled. */
export function faultOf(state: MessageState, errorId: number | null): Fault | undefined {
  const status: Status = STATUSES[state]
  if (status !== 'failed' && status !== 'undelivered') return undefined
  return BY_STATE[state] ?? BY_ERROR.get(errorId ?? 0) ?? UNKNOWN
}
