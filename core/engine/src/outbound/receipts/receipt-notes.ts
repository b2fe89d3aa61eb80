import type { MessageState, NetworkReceipt } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import type { HistoryRow } from '../lifecycle/history-rows.ts'
import { stateOfReceipt } from './apply-receipt.ts'
import type { MatchRow, ReceiptChange } from './receipt-statements.ts'

/** A part and its message as they stood before a receipt. */
export interface StatesBefore {
  readonly part: MessageState
  readonly message: MessageState
}

/** What ended a part or a message. */
interface End {
  readonly at: number
  readonly networkStatus: string | null
  readonly errorId: number | null
}

/**
 * Gathers the effects of a batch of receipts that leave no other trace: intermediate reports, those that a message was
 * read, reports that contradict a final state, and final states that a late receipt replaces.
 */
export class ReceiptNotes {
  readonly rows: HistoryRow[] = []
  readonly #now: number
  /** Ends that came with this batch, by part and by message. */
  readonly #ends = new Map<string, End>()

  constructor(now: number) {
    this.#now = now
  }

  /** `change` is what the receipt changed about its part and message, if anything. */
  note(match: MatchRow, receipt: NetworkReceipt, before: StatesBefore, change: ReceiptChange | undefined): void {
    if (isOdd(receipt, before, change))
      this.#add(match, { kind: 'report', state: receipt.status }, endOf(receipt), receipt)
    if (change === undefined || !change.final) return
    const part = `${match.sms_id} ${match.attempt} ${match.part}`
    const replaced = this.#ends.get(part) ?? partEnd(match)
    // A part that ended with the answer, over a link without receipts, had no receipt.
    if (isFinal(before.part) && replaced?.networkStatus != null)
      this.#add(match, { kind: 'receipt', state: before.part }, replaced)
    this.#ends.set(part, endOf(change))
    if (change.messageState === undefined) return
    const message = `${match.sms_id}`
    const ended = this.#ends.get(message) ?? messageEnd(match)
    if (isFinal(before.message) && ended !== undefined)
      this.#add(match, { kind: 'ended', state: before.message }, ended)
    this.#ends.set(message, endOf(change))
  }

  #add(
    { sms_id: smsId, attempt, part }: MatchRow,
    what: Pick<HistoryRow, 'kind' | 'state'>,
    end: End,
    receipt?: NetworkReceipt,
  ): void {
    const until = what.kind === 'ended' ? this.#now : null
    const receiptText = receipt?.text ?? null
    this.rows.push({ ...what, ...end, smsId, attempt, part, link: '', until, times: 1, receiptText })
  }
}

/**
 * Whether the report ends nothing or contradicts the final state of its part; a repeated one is nothing new.
 */
function isOdd(receipt: NetworkReceipt, { part }: StatesBefore, change: ReceiptChange | undefined): boolean {
  if (receipt.status === 'read') return true
  if (change !== undefined) return !change.final
  const reported = stateOfReceipt(receipt.status)
  return reported !== undefined && isFinal(part) && reported !== part
}

function endOf({
  networkStatus,
  errorId,
  doneAt,
}: Pick<ReceiptChange, 'networkStatus' | 'errorId'> & { doneAt: Date | number }): End {
  return { at: doneAt.valueOf(), networkStatus, errorId }
}

function partEnd({ part_done_at: at, part_status: networkStatus, part_error: errorId }: MatchRow): End | undefined {
  return at === null ? undefined : { at: at.getTime(), networkStatus, errorId }
}

function messageEnd({ done_at: at, network_status: networkStatus, error_id: errorId }: MatchRow): End | undefined {
  return at === null ? undefined : { at: at.getTime(), networkStatus, errorId }
}
