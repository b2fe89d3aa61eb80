import type { PartOutcome } from './carrier.ts'
import type { Encoding } from './message.ts'
import { defineService, type ServiceToken } from './service.ts'

/** A network's report on a part that it took. @stability stable */
export interface NetworkReceipt {
  /** The instance id of the carrier: network ids are unique only within one carrier. */
  readonly carrier: string
  /**
   * The link it came by, `name` of the `CarrierLink`; absent when unknown. It distinguishes links whose networks use
   * the same ids.
   */
  readonly link?: string | undefined
  /**
   * The id exactly as received. The gateway also matches zero-padded spellings, and hexadecimal and decimal ones as far
   * as nothing speaks against it.
   */
  readonly networkId: string
  /**
   * E.164 digits of the recipient when the receipt names it: the receipt then never matches a message to another
   * number.
   */
  readonly to?: string | undefined
  readonly status: ReceiptStatus
  /** The network's word as received, for example `DELIVRD`. */
  readonly networkStatus: string
  /** Id in the error registry when the network gave a reason, otherwise null. */
  readonly errorId: number | null
  /** When it happened, according to the network. */
  readonly doneAt: Date
  /**
   * The receipt as the network wrote it, where that is a text. Only kept for receipts out of the ordinary
   * (`MessageHistory`), up to 1,000 characters.
   */
  readonly text?: string | undefined
}

/**
 * `enroute` and `accepted` are intermediate, and `read` comes after a delivery; the others end the part.
 *
 * `read`: the recipient has opened the message. It changes no state and no credit. It stands in the history, there is
 * an event (`MessageRead`), and clients are told by interfaces that ask for it (`ReceiptForm.on`). It counts once;
 * repeated, or of another part, it is nothing new. For a network that reports it instead of the delivery, the carrier
 * reports both, the delivery first.
 *
 * @stability stable
 */
export type ReceiptStatus =
  | 'enroute'
  | 'accepted'
  | 'delivered'
  | 'read'
  | 'undeliverable'
  | 'rejected'
  | 'expired'
  | 'deleted'
  | 'unknown'

/** A network's answer to a part whose outcome its link had already given as `unknown`. @stability stable */
export interface LateAnswer {
  /** The instance id of the carrier. */
  readonly carrier: string
  /** The link that submitted the part, `name` of the `CarrierLink`. */
  readonly link: string
  /** As in the `OutgoingMessage` it is about. */
  readonly smsId: number
  readonly attempt: number
  /** Counted from 1; null when the message went out whole, with one outcome for all of its parts. */
  readonly part: number | null
  readonly outcome: LateOutcome
}

/** What a network can answer. @stability stable */
export type LateOutcome = Exclude<PartOutcome, { readonly kind: 'unknown' | 'not-sent' }>

/** An SMS a subscriber sent to one of our numbers. @stability stable */
export interface NetworkIncoming {
  readonly carrier: string
  /** Sender, E.164 digits where it is a number. */
  readonly from: string
  /** The number it was sent to, digits. */
  readonly to: string
  /** For `binary`, the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  /** The link it came by, `name` of the `CarrierLink`. */
  readonly link: string
  /** The place of a part of a long message; the gateway joins the parts. */
  readonly segment?: IncomingSegment | undefined
  /**
   * True when the network may be repeating itself, as it does with messages that were not acknowledged in time or were
   * under way when a bind broke. The same text between the same numbers on one link within 60 s then counts as the same
   * message.
   */
  readonly mayBeRepeated: boolean
  /**
   * When it was received, by the clock of this machine; never in the future. A message that waited elsewhere may have
   * been received long before.
   */
  readonly receivedAt: Date
  /**
   * What came with it, in order: ids of files that the carrier has put into `NetworkBlobs`. The text may then be empty,
   * or a caption. Such a message is not one of several parts. Absent: nothing.
   */
  readonly attachments?: readonly string[] | undefined
}

/**
 * Place of a part in its message, from the header of the part (3GPP TS 23.040 section 9.2.3.24.1) or the SAR parameters
 * (SMPP 3.4 section 5.3.2.22).
 * @stability stable
 */
export interface IncomingSegment {
  readonly reference: number
  readonly total: number
  /** From 1. */
  readonly part: number
}

/** What became of an incoming SMS. @stability stable */
export interface IncomingResult {
  /** Null for a part of a message that is not complete yet. */
  readonly incomingId: number | null
  /** Null when no channel has the number it was sent to. */
  readonly channelId: number | null
}

/** Which parts to find; see `Network.unreported`. @stability stable */
export interface UnreportedQuery {
  readonly carrier: string
  /** Only parts handed to the network before this moment. */
  readonly submittedBefore: Date
  /** Only messages with greater ids. */
  readonly afterSmsId: number
  readonly limit: number
}

/** A part that the network took without giving a final report on it so far. @stability stable */
export interface UnreportedPart {
  readonly smsId: number
  readonly networkId: string
  /** E.164 digits. */
  readonly to: string
  readonly submittedAt: Date
}

/**
 * Where carriers deliver what comes from the network. The promises of `receipt` and `incoming` resolve after the
 * commit: only then may the carrier acknowledge to the network. They reject with `unavailable` while the database is
 * away; the carrier must then refuse, so that the network sends again.
 * @stability stable
 */
export interface Network {
  receipt(receipt: NetworkReceipt): Promise<void>
  /**
   * An answer that came after `CarrierLink.submit` had settled with `unknown` for its part. It settles the outcome,
   * however late: the network's id is kept for the receipts, and the part is not sent again unless that has already
   * happened or the network rejected it. The same answer again, and one to a part whose outcome is known, changes
   * nothing.
   *
   * A network gives an answer once, so the gateway keeps it while the database is away: there is no need to wait for
   * the promise or to call again.
   */
  lateAnswer(answer: LateAnswer): Promise<void>
  /**
   * Stored whether or not a channel has the number. Parts of long messages are joined, in any order and from any link
   * or node.
   */
  incoming(message: NetworkIncoming): Promise<IncomingResult>
  /**
   * Parts that wait for their final report, in the order of message ids: for carriers that can query their network,
   * after the crash of a node for instance.
   */
  unreported(query: UnreportedQuery): Promise<readonly UnreportedPart[]>
}

export const Network: ServiceToken<Network> = defineService('heliograph.network')
