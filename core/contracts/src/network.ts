import { defineService, type ServiceToken } from './service.ts'

/** What a network reports of a part it took. */
export interface NetworkReceipt {
  /** The instance id of the carrier: network ids are unique only within one carrier. */
  readonly carrier: string
  /** The id exactly as received; hexadecimal, decimal and zero-padded spellings are matched by the gateway. */
  readonly networkId: string
  /** E.164 digits of the recipient when the receipt names it; tells two candidates apart. */
  readonly to?: string | undefined
  readonly status: ReceiptStatus
  /** The network's word as received, for example `DELIVRD`. */
  readonly networkStatus: string
  /** Id in the error registry when the network said why, null when not. */
  readonly errorId: number | null
  /** When the network says it happened. */
  readonly doneAt: Date
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
  readonly text: string
  readonly receivedAt: Date
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
  /** `channelId` is null when no channel has this number; the message is stored all the same. */
  incoming(message: NetworkIncoming): Promise<{ readonly incomingId: number; readonly channelId: number | null }>
  /**
   * Parts that wait for their final report, by message id: for carriers that can ask their network again, after a crash of a node for instance.
   */
  unreported(query: UnreportedQuery): Promise<readonly UnreportedPart[]>
}

export const Network: ServiceToken<Network> = defineService('heliograph.network')
