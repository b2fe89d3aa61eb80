import type { Encoding } from './message.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What a network reports of a part it took. */
export interface NetworkReceipt {
  /** The instance id of the carrier: network ids are unique only within one carrier. */
  readonly carrier: string
  /** The link it came by, `name` of the `CarrierLink`; absent when that is not known. Tells links apart whose networks use the same ids. */
  readonly link?: string | undefined
  /** The id exactly as received; zero-padded spellings are matched by the gateway, hexadecimal and decimal ones as far as nothing speaks against it. */
  readonly networkId: string
  /** E.164 digits of the recipient when the receipt names it: the receipt is never given to a message to another number. */
  readonly to?: string | undefined
  readonly status: ReceiptStatus
  /** The network's word as received, for example `DELIVRD`. */
  readonly networkStatus: string
  /** Id in the error registry when the network said why, null when not. */
  readonly errorId: number | null
  /** When the network says it happened. */
  readonly doneAt: Date
  /** The receipt as the network wrote it, where that is a text; kept, up to 1,000 characters, for receipts out of the ordinary alone (`MessageHistory`). */
  readonly text?: string | undefined
}

/** `enroute` and `accepted` are intermediate; the others end the part. */
export type ReceiptStatus =
  | 'enroute'
  | 'accepted'
  | 'delivered'
  | 'undeliverable'
  | 'rejected'
  | 'expired'
  | 'deleted'
  | 'unknown'

/** An SMS a subscriber sent to one of our numbers. */
export interface NetworkIncoming {
  readonly carrier: string
  /** Sender, E.164 digits where it is a number. */
  readonly from: string
  /** The number it was sent to, digits. */
  readonly to: string
  /** For `binary` the octets in upper-case hexadecimal. */
  readonly text: string
  readonly encoding: Encoding
  /** The link it came by, `name` of the `CarrierLink`. */
  readonly link: string
  /** One part of a long message; the gateway joins them. */
  readonly segment?: IncomingSegment | undefined
  /**
   * True when the network may be repeating itself: it repeats what was not acknowledged in time or was under way when a bind broke. The same text between
   * the same numbers on one link within 60 s is then taken for the same message.
   */
  readonly mayBeRepeated: boolean
  /** When it was received; by the clock of this machine, never in the future. A message that waited elsewhere may have been received long before. */
  readonly receivedAt: Date
}

/** Place of a part in its message, from the header of the part (3GPP TS 23.040 section 9.2.3.24.1) or the SAR parameters (SMPP 3.4 section 5.3.2.22). */
export interface IncomingSegment {
  readonly reference: number
  readonly total: number
  /** From 1. */
  readonly part: number
}

/** What became of an incoming SMS. */
export interface IncomingResult {
  /** Null for a part of a message that is not complete yet. */
  readonly incomingId: number | null
  /** Null when no channel has the number it was sent to. */
  readonly channelId: number | null
}

/** Which parts to ask for; see `Network.unreported`. */
export interface UnreportedQuery {
  readonly carrier: string
  /** Only parts handed to the network before this moment. */
  readonly submittedBefore: Date
  /** Only messages with greater ids. */
  readonly afterSmsId: number
  readonly limit: number
}

/** A part the network took and never gave a final report on. */
export interface UnreportedPart {
  readonly smsId: number
  readonly networkId: string
  /** E.164 digits. */
  readonly to: string
  readonly submittedAt: Date
}

/**
 * Where carriers put what comes from the network. Both promises resolve after the commit: only then may the carrier acknowledge to the network. They reject
 * with `unavailable` while the database is away; the carrier must then refuse, so that the network sends again.
 */
export interface Network {
  receipt(receipt: NetworkReceipt): Promise<void>
  /** Stored whether or not a channel has the number. Parts of long messages are joined, in any order and from any link or node. */
  incoming(message: NetworkIncoming): Promise<IncomingResult>
  /**
   * Parts that wait for their final report, by message id: for carriers that can ask their network again, after a crash of a node for instance.
   */
  unreported(query: UnreportedQuery): Promise<readonly UnreportedPart[]>
}

export const Network: ServiceToken<Network> = defineService('heliograph.network')
