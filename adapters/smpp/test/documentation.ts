import type { ErrorCategory } from '@heliograph/contracts'
import { STATUS, statusName } from '@heliograph/smpp'
import { code, renderTable } from '@heliograph/testkit'
import { CATEGORY_STATUSES, CODE_STATUSES, REFUSAL_STATUSES } from '../src/statuses.ts'

/**
 * When a client gets the status of a category from the table in the code; categories that no request of this interface
 * causes are not shown.
 */
const CATEGORIES: Partial<Record<ErrorCategory, string>> = {
  throttled: 'Too much at once: send it again later.',
  unavailable: 'The database is away: nothing was accepted, send it again.',
  internal: 'A fault of the gateway: nothing was accepted. Also for requests that come while the server unbinds.',
}

const CODES: Readonly<Record<string, string>> = {
  'no-channel': 'The client has no enabled channel to send from.',
  'bad-number': 'The destination is not a phone number.',
  'message-too-long':
    'More than 255 parts, or more octets than fit the one part of a message with a header of its own.',
}

const REFUSALS: Readonly<Record<string, string>> = {
  'opted-out': 'The contact has opted out.',
  'no-credit': 'Not enough credit.',
}

/** Errors that the server itself finds, before it calls the gateway. */
const OWN: readonly (readonly [status: number, when: string])[] = [
  [
    STATUS.RINVMSGLEN,
    'No text, `short_message` and `message_payload` both, or a user data header longer than the message.',
  ],
  [
    STATUS.RINVCMDLEN,
    'A PDU ends before its fields do; in `generic_nack` with the end of the connection: an impossible length.',
  ],
  [STATUS.RINVCMDID, 'In `generic_nack`, in every state: a command that SMPP 3.4 does not have.'],
  [STATUS.RINVBNDSTS, 'The command is not for this kind of bind, or comes before one.'],
  [STATUS.RALYBND, 'A second bind on a bound session.'],
  [STATUS.RSYSERR, 'Bind: the database is away.'],
  [
    STATUS.RBINDFAIL,
    'Bind: too many sessions, a disabled user, an address that is not on the list, or too many failures lately.',
  ],
  [STATUS.RINVPASWD, 'Bind: unknown user or wrong password.'],
  [STATUS.RCANCELFAIL, '`cancel_sm`: no such message, or it has gone out.'],
  [STATUS.RREPLACEFAIL, '`replace_sm`: no such message, or it has gone out.'],
  [STATUS.RINVNUMDESTS, '`submit_multi` without a destination.'],
  [STATUS.RINVDLNAME, '`submit_multi` to a distribution list.'],
  [STATUS.RINVESMCLASS, '`esm_class` says that this is an acknowledgement or a receipt.'],
  [STATUS.RTHROTTLED, 'More than `submitsPerSecond`.'],
  [STATUS.RINVSCHED, '`schedule_delivery_time` cannot be read, or is more than 180 days ahead.'],
  [STATUS.RINVEXPIRY, '`validity_period` cannot be read, or ends before the message goes out.'],
  [STATUS.RINVDFTMSGID, '`sm_default_msg_id` names a predefined message; there are none.'],
  [STATUS.RQUERYFAIL, '`query_sm`: no such message.'],
  [STATUS.RINVOPTPARSTREAM, 'TLVs run past the end of the PDU.'],
]

/** The block of the README with the meaning of each status. */
export function statusesTable(): string {
  const rows: (readonly [status: number, when: string])[] = [
    ...OWN,
    ...pick(CATEGORIES, CATEGORY_STATUSES),
    ...pick(CODES, CODE_STATUSES),
    ...pick(REFUSALS, REFUSAL_STATUSES),
  ]
  const whens = new Map<number, string[]>()
  for (const [status, when] of rows) whens.set(status, [...(whens.get(status) ?? []), when])
  return renderTable(
    ['Status', 'Name', 'When'],
    [...whens]
      .sort(([a], [b]) => a - b)
      .map(([status, when]) => [`0x${hex(status)}`, code(statusName(status)), when.join(' ')]),
  )
}

function pick(
  whens: Readonly<Record<string, string>>,
  statuses: Readonly<Record<string, number>>,
): (readonly [number, string])[] {
  return Object.entries(whens).map(([name, when]) => [statuses[name] as number, when])
}

function hex(status: number): string {
  return status.toString(16).toUpperCase().padStart(2, '0')
}
