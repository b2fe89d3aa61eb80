import type { MessageState } from './message.ts'

/**
 * What a receipt tells: `delivered` and `failed` are the end of a message, `pending` is what a network reports on the way, a temporary failure that will be tried
 * again too. Only `delivered` may still follow a `failed`, when the message had expired.
 */
export type ReceiptKind = 'delivered' | 'failed' | 'pending'

/** Asks that the receipts of a message go to its `notifyUrl` as its interface writes them (`Adapter.formatReceipt`). */
export interface ReceiptForm {
  /** The instance that writes them: `instanceId` of the module's context. */
  readonly instance: string
  /** What it needs for that; comes back as it is. At most 1,000 characters. */
  readonly context: string
  /** Which receipts to send. Default all: whatever a network reports of a message, and its end. */
  readonly on?: readonly ReceiptKind[] | undefined
}

/** What became of a message, for the interface that writes its receipt. */
export interface ReceiptNotice {
  readonly kind: ReceiptKind
  readonly smsId: number
  /** The client's id, or the generated one. */
  readonly messageId: string
  /** As given by the client, null when it gave none. */
  readonly reference: string | null
  readonly clientId: number
  /** The channel used. */
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly parts: number
  readonly state: MessageState
  /** The network's id of its first part, null when no network was reached. */
  readonly networkId: string | null
  /** The network's word as received, null when no network was involved. */
  readonly networkStatus: string | null
  /** Id in the error registry, null when nothing failed. */
  readonly errorId: number | null
  readonly acceptedAt: Date
  /** When it happened. */
  readonly at: Date
  /** The message's own, as it was given. */
  readonly notifyUrl: string
}

/** A request to a client's server, as an interface writes it. */
export interface ReceiptRequest {
  /** Default `POST`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | undefined
  /** Default `notifyUrl`. It is guarded as every webhook is: http(s) without credentials, and no address inside that is not open. */
  readonly url?: string | undefined
  /**
   * `Content-Type` among them, when there is a body. `User-Agent`, the headers of the signature (for all but GET) and those that belong to the connection are the gateway's:
   * naming one of the latter (`Host`, `Content-Length`, ...) is a fault.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Not with `GET`. */
  readonly body?: string | undefined
}
