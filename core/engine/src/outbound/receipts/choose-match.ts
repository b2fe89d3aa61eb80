import type { NetworkReceipt } from '@heliograph/contracts'
import { linkIdOf, type MatchRow } from './receipt-statements.ts'

/**
 * Chooses the submission that each receipt is for, by the index of the receipt. A receipt that is absent fits none, or
 * none for certain, and waits.
 *
 * The id alone is weak evidence. Networks behind the links of one carrier may use the same ids, one network may report
 * on any of its links, and an id can be read as decimal or hexadecimal: converted, it may be the id of another message.
 * So a submission counts as follows.
 *
 * | id        | recipient   | link             | counts                         |
 * |-----------|-------------|------------------|--------------------------------|
 * | any       | another     | any              | never                          |
 * | any       | agrees      | any              | yes                            |
 * | as stored | not named   | its own, or none | yes                            |
 * | as stored | not named   | another          | when it is the only candidate  |
 * | converted | not named   | its own, or none | when it is the only candidate  |
 * | converted | not named   | another          | never                          |
 *
 * Among several that count, the link decides, then the id as stored before any conversion, then the latest message.
 */
export function chooseMatches(
  receipts: readonly NetworkReceipt[],
  rows: readonly MatchRow[],
): ReadonlyMap<number, MatchRow> {
  const best = new Map<number, MatchRow>()
  const candidates = new Map<number, number>()
  for (const row of rows) candidates.set(row.receipt, (candidates.get(row.receipt) ?? 0) + 1)
  for (const row of rows) {
    const receipt = receipts[row.receipt] as NetworkReceipt
    if (!counts(row, receipt, candidates.get(row.receipt) === 1)) continue
    const other = best.get(row.receipt)
    if (other === undefined || isBetter(row, other, linkIdOf(receipt))) best.set(row.receipt, row)
  }
  return best
}

function counts(row: MatchRow, receipt: NetworkReceipt, isOnly: boolean): boolean {
  if (receipt.to !== undefined) return isSameNumber(receipt.to, row.recipient)
  const link = linkIdOf(receipt)
  const isOtherLink = link !== null && link !== row.link
  const isConverted = row.rank > 0
  if (isConverted && isOtherLink) return false
  return isOnly || !(isConverted || isOtherLink)
}

function isBetter(row: MatchRow, other: MatchRow, link: string | null): boolean {
  if ((row.link === link) !== (other.link === link)) return row.link === link
  if (row.rank !== other.rank) return row.rank < other.rank
  return row.sms_id > other.sms_id
}

/** Fewer digits say too little. */
const SHORTEST = 7

/**
 * Networks leave out what comes before the subscriber's number, add zeros, or report with the prefix a link puts in
 * front.
 */
function isSameNumber(named: string, recipient: string): boolean {
  if (named === recipient) return true
  const digits = named.replace(/^0+/, '')
  return digits.length >= SHORTEST && (recipient.endsWith(digits) || digits.endsWith(recipient))
}
