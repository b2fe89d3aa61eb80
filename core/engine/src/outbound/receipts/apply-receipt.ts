import { assertNever, type MessageState, type NetworkReceipt, type ReceiptStatus } from '@heliograph/contracts'
import { isFinal, mayFollow } from '@heliograph/messaging'

/** The current state of a part that a network took. */
export interface PartSnapshot {
  readonly attempt: number
  /** The attempt that began the series it belongs to. */
  readonly series: number
  readonly part: number
  readonly state: MessageState
}

/** The current state of a message, with the parts of all its attempts. */
export interface MessageSnapshot {
  readonly smsId: number
  readonly state: MessageState
  /** The latest series of parts; the outcome of earlier ones says little about the message. */
  readonly series: number
  /** Which parts' receipts decide, according to the link. */
  readonly receipts: 'all' | 'first' | 'last'
  readonly parts: readonly PartSnapshot[]
}

/** What a receipt changes; absent members do not change. */
export interface ReceiptEffect {
  /** New state of the part; also written when only the network's status is new. */
  readonly part: MessageState | undefined
  /** New state of the message; the same as before for an intermediate report, which is only passed on. */
  readonly message: MessageState | undefined
}

const NONE: ReceiptEffect = { part: undefined, message: undefined }

/** The state that a report gives its part; undefined for reports that end nothing. */
export function stateOfReceipt(status: ReceiptStatus): MessageState | undefined {
  switch (status) {
    case 'enroute':
    case 'accepted':
    case 'read':
      return undefined
    case 'delivered':
      return 'delivered'
    case 'undeliverable':
      return 'undeliverable'
    case 'rejected':
      return 'refused-by-network'
    case 'expired':
      return 'expired'
    case 'deleted':
      return 'cancelled'
    case 'unknown':
      return 'unconfirmed'
    default:
      return assertNever(status)
  }
}

/**
 * Works out what a receipt for one part changes about the part and its message. Pure; a receipt that comes twice
 * changes nothing the second time.
 */
export function applyReceipt(
  message: MessageSnapshot,
  attempt: number,
  part: number,
  receipt: Pick<NetworkReceipt, 'status'>,
): ReceiptEffect {
  const snapshot = message.parts.find((candidate) => candidate.attempt === attempt && candidate.part === part)
  if (snapshot === undefined || receipt.status === 'read') return NONE
  const reported = stateOfReceipt(receipt.status)
  if (reported === undefined) {
    const isOpen = !isFinal(snapshot.state) && !isFinal(message.state)
    return isOpen ? { part: snapshot.state, message: message.state } : NONE
  }
  if (snapshot.state === reported || !mayFollow(snapshot.state, reported)) return NONE
  const { series } = snapshot
  const parts = message.parts
    .filter((other) => other.series === series)
    .map((other) => (other === snapshot ? { ...other, state: reported } : other))
  return { part: reported, message: nextState(message, series, aggregate(parts, message.receipts)) }
}

function nextState(
  message: MessageSnapshot,
  series: number,
  verdict: MessageState | undefined,
): MessageState | undefined {
  if (verdict === undefined || verdict === message.state || !mayFollow(message.state, verdict)) return undefined
  // A failure of parts that have been sent again says nothing about the message; a delivery does.
  if (series !== message.series && verdict !== 'delivered') return undefined
  return verdict
}

/**
 * One verdict for all parts of a series: delivered when all are, failed as soon as one has failed for good, undefined
 * while that is open. If a part was sent several times, the last time counts, unless an earlier one was delivered.
 */
export function aggregate(
  parts: readonly PartSnapshot[],
  receipts: MessageSnapshot['receipts'],
): MessageState | undefined {
  const ordered = lastOfEachPart(parts)
  const deciding = receipts === 'first' ? ordered.slice(0, 1) : receipts === 'last' ? ordered.slice(-1) : ordered
  const failed = deciding.find((part) => isFinal(part.state) && part.state !== 'delivered')
  if (failed !== undefined) return failed.state
  return deciding.length > 0 && deciding.every((part) => part.state === 'delivered') ? 'delivered' : undefined
}

function lastOfEachPart(parts: readonly PartSnapshot[]): readonly PartSnapshot[] {
  if (parts.length === 1) return parts
  const last = new Map<number, PartSnapshot>()
  for (const part of [...parts].sort((a, b) => a.part - b.part || a.attempt - b.attempt)) {
    if (last.get(part.part)?.state !== 'delivered') last.set(part.part, part)
  }
  return [...last.values()]
}
