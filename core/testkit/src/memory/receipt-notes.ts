import type { NetworkReceipt } from '@heliograph/contracts'
import { type HistoryFacts, isFinal, mayFollow, stateAfterReceipt } from '@heliograph/messaging'
import type { StoredMessage } from './messages.ts'

/** What the double keeps of unusual receipts, for the history of their messages. */
export type ReceiptNotes = Pick<HistoryFacts, 'noted' | 'replaced'>

export const NO_NOTES: ReceiptNotes = { noted: [], replaced: [] }

/** In the double, networks answer for a message as a whole, at the first attempt. */
const WHOLE = { attempt: 1, part: 1 } as const

/** Adds a receipt that leaves no other trace; `before` is its message as it was. */
export function noteReceipt(
  notes: ReceiptNotes,
  before: StoredMessage,
  receipt: NetworkReceipt,
  replacedAt: Date,
): ReceiptNotes {
  const { errorId, networkStatus, status, text = null } = receipt
  const reported = stateAfterReceipt(status)
  const report = { kind: 'report', at: receipt.doneAt, ...WHOLE, status, networkStatus, errorId, text } as const
  if (reported === undefined) return { ...notes, noted: [...notes.noted, report] }
  const hadEnded = isFinal(before.state)
  const isLate = mayFollow(before.state, reported)
  const isOnTheWay = !isFinal(reported) && !hadEnded
  const isAgainst = isFinal(reported) && hadEnded && reported !== before.state && !isLate
  if (isOnTheWay || isAgainst) return { ...notes, noted: [...notes.noted, report] }
  return hadEnded && isLate ? replace(notes, before, replacedAt) : notes
}

function replace(notes: ReceiptNotes, before: StoredMessage, replacedAt: Date): ReceiptNotes {
  const { doneAt, errorId, networkStatus, state } = before
  const end = { at: doneAt as Date, state, errorId }
  const receipt = networkStatus === null ? [] : [{ kind: 'receipt', ...WHOLE, ...end, networkStatus } as const]
  const replaced = { entry: { kind: 'ended', ...end, networkStatus }, ...WHOLE, replacedAt } as const
  return { noted: [...notes.noted, ...receipt], replaced: [...notes.replaced, replaced] }
}
