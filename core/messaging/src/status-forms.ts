import { MESSAGE_STATES, type MessageState } from '@heliograph/contracts'
import { SMPP_STATES, type SmppState } from './receipt-status.ts'
import { type StatusObject, statusById } from './status-registry.ts'

/** How one state of a message looks on every interface. */
export interface StatusForms {
  /** Status object of send results and delivery reports. */
  readonly v2: StatusObject
  /** Name in v2 log records, which differs for delivered messages only. */
  readonly v2LogName: string
  /**
   * Fields of the delivery-receipt webhook; `code` is also the `statusCode` of v2 reports. Null where nothing was ever
   * stored to report on.
   */
  readonly webhook: { readonly status: WebhookStatus; readonly code: number } | null
  /** Word of the text interfaces. */
  readonly text: TextStatus
  /**
   * Receipt and query_sm on SMPP; a final receipt goes out only when the state is final. Null where SMPP refuses the
   * submit itself.
   */
  readonly smpp: SmppState | null
  /** True when the message has reached its end. */
  readonly final: boolean
  /** Id in the error registry to report when the network gave no reason; null when nothing failed. */
  readonly errorId: number | null
}

export type WebhookStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'EXPIRED'
export type TextStatus = 'PENDING' | 'DELIVERED' | 'FAILED' | 'ERROR'

const WAITING = { webhook: { status: 'PENDING', code: 0 }, text: 'PENDING', final: false, errorId: null } as const
const WITH_NETWORK = { ...form(7), webhook: { status: 'PENDING', code: 1 }, text: 'PENDING', final: false } as const
const FAILED = { webhook: { status: 'FAILED', code: 4 }, text: 'FAILED', final: true } as const
const EXPIRED = { webhook: { status: 'EXPIRED', code: 4 }, text: 'FAILED', final: true } as const
/** Refused before anything was stored: no receipts, and the SMPP submit itself fails. */
const REFUSED = { webhook: null, text: 'ERROR', smpp: null, final: true } as const

/**
 * Every state and its faces: the one table from which all interfaces derive what they show.
 *
 * `submitting` and `unknown` look like `submitted`: to a client the message is under way. `no-route` is found after
 * acceptance, so the text interfaces, which answered PENDING, go on to FAILED; on SMPP it is a rejection, like every
 * status of group REJECTED.
 */
export const STATUS_FORMS: Readonly<Record<MessageState, StatusForms>> = {
  scheduled: { ...form(26), ...WAITING, smpp: SMPP_STATES.enroute },
  queued: { ...form(26), ...WAITING, smpp: SMPP_STATES.accepted },
  submitting: { ...WITH_NETWORK, smpp: SMPP_STATES.enroute, errorId: null },
  unknown: { ...WITH_NETWORK, smpp: SMPP_STATES.enroute, errorId: null },
  submitted: { ...WITH_NETWORK, smpp: SMPP_STATES.enroute, errorId: null },
  retrying: {
    ...form(3),
    webhook: { status: 'FAILED', code: 5 },
    text: 'PENDING',
    smpp: SMPP_STATES.enroute,
    final: false,
    errorId: 27,
  },
  delivered: {
    ...form(5),
    v2: { ...statusById(5), name: 'DELIVERED' },
    webhook: { status: 'DELIVERED', code: 2 },
    text: 'DELIVERED',
    smpp: SMPP_STATES.delivered,
    final: true,
    errorId: null,
  },
  undeliverable: { ...form(9), ...FAILED, smpp: SMPP_STATES.undeliverable, errorId: 1 },
  'refused-by-network': { ...form(4), ...FAILED, smpp: SMPP_STATES.rejected, errorId: 632 },
  expired: { ...form(15), ...EXPIRED, smpp: SMPP_STATES.expired, errorId: 4098 },
  unconfirmed: { ...form(29), ...EXPIRED, smpp: SMPP_STATES.unknown, errorId: 2048 },
  cancelled: {
    ...form(31),
    ...FAILED,
    webhook: { status: 'FAILED', code: 9 },
    smpp: SMPP_STATES.deleted,
    errorId: 4100,
  },
  'no-route': { ...form(19), ...FAILED, smpp: SMPP_STATES.rejected, errorId: 345 },
  'opted-out': { ...form(14), ...FAILED, text: 'ERROR', smpp: SMPP_STATES.rejected, errorId: 2052 },
  'bad-number': { ...form(52), ...REFUSED, errorId: 352 },
  'no-credit': { ...form(12), ...REFUSED, errorId: 542 },
  'too-long': { ...form(25), ...REFUSED, errorId: 355 },
  duplicate: { ...form(23), ...REFUSED, errorId: 5492 },
}

/** True when a message in this state has reached its end; only a late receipt may still change it (see `mayFollow`). */
export function isFinal(state: MessageState): boolean {
  return STATUS_FORMS[state].final
}

/**
 * The error that a message in this state shows: the recorded one, else the usual one of the state. An error that a
 * retry or a late receipt made good is not shown.
 */
export function errorIdOf(state: MessageState, recorded: number | null | undefined): number | null {
  const { errorId } = STATUS_FORMS[state]
  return errorId === null ? null : recorded || errorId
}

/**
 * The states that v2 shows under a status group, for example for the filter `generalStatus`. Empty for a name that is
 * not a group.
 */
export function statesOfGroup(groupName: string): readonly MessageState[] {
  return MESSAGE_STATES.filter((state) => STATUS_FORMS[state].v2.groupName === groupName)
}

function form(statusId: number): { readonly v2: StatusObject; readonly v2LogName: string } {
  const v2 = statusById(statusId)
  return { v2, v2LogName: v2.name }
}
