import type { MessageState } from './message.ts'
import type { MessageMetadata } from './metadata.ts'

/**
 * The kind of a receipt. `delivered` and `failed` are the end of a message; `pending` is an intermediate report of a
 * network, or a temporary failure that will be tried again. After `failed`, only `delivered` may still follow, when the
 * message had expired. `read`: the recipient has opened it, for interfaces that have a place for that; once, before or
 * after the end.
 * @stability stable
 */
export type ReceiptKind = 'delivered' | 'failed' | 'pending' | 'read'

/**
 * Requests that the receipts of a message go to its `notifyUrl` in the form that its interface gives them
 * (`Adapter.formatReceipt`).
 * @stability stable
 */
export interface ReceiptForm {
  /** The instance that writes them: `instanceId` of the module's context. */
  readonly instance: string
  /** What the instance needs for that; passed back unchanged. At most 1,000 characters. */
  readonly context: string
  /** Which receipts to send. Default every report of a network on a message, and its end, but no `read`. */
  readonly on?: readonly ReceiptKind[] | undefined
  /**
   * Receipts of messages with the same channel, `notifyUrl`, instance and context may go in one request, which
   * `Adapter.formatReceipts` writes: up to `MOST_RECEIPTS_TOGETHER`, of those that the gateway stores at the same
   * moment. None waits for others. Default false.
   */
  readonly together?: boolean | undefined
}

/** The most receipts in one request; see `ReceiptForm.together`. @stability experimental */
export const MOST_RECEIPTS_TOGETHER = 100

/** What became of a message, for the interface that writes its receipt. @stability stable */
export interface ReceiptNotice {
  readonly kind: ReceiptKind
  readonly smsId: number
  /** The client's id, or the generated one. */
  readonly messageId: string
  /** As given by the client, null when it gave none. */
  readonly reference: string | null
  /** As given with the message; absent when none were. */
  readonly metadata?: MessageMetadata | undefined
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
  /** The `notifyUrl` of the message, as it was given. */
  readonly notifyUrl: string
}

/**
 * A signature in the form of an interface, besides those of the gateway: an HMAC under the security key of the channel,
 * which the gateway makes again for each attempt. While the key is being changed, it is the one that receivers have.
 *
 * @stability experimental
 */
export interface ReceiptSignature {
  /** The header that carries it. */
  readonly header: string
  readonly algorithm: 'sha1' | 'sha256'
  readonly encoding: 'base64' | 'hex'
  /** What is signed, in UTF-8. */
  readonly text: string
}

/** A request to a client's server, as an interface writes it. @stability stable */
export interface ReceiptRequest {
  /** Default `POST`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | undefined
  /**
   * Default `notifyUrl`. It is guarded like every webhook: http(s) without credentials, and no internal address that
   * has not been opened.
   */
  readonly url?: string | undefined
  /**
   * Includes `Content-Type` when there is a body. The gateway itself sets `User-Agent`, the headers of the signature
   * (for all but GET) and those that belong to the connection: naming one of the latter (`Host`, `Content-Length`, ...)
   * is a fault.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Not with `GET`. */
  readonly body?: string | undefined
  /**
   * The text of an answer that counts, apart from blanks around it, for interfaces whose clients confirm each receipt:
   * after any other 2xx the receipt is sent again, as after a 5xx.
   */
  readonly acknowledgement?: string | undefined
  readonly signature?: ReceiptSignature | undefined
}
