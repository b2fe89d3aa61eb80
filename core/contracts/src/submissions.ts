import type { RichContent } from './content.ts'
import type { DeliveryWindow } from './delivery-window.ts'
import type { MessageState, Priority } from './message.ts'
import type { MessageMetadata } from './metadata.ts'
import type { TextLanguage } from './national-languages.ts'
import type { Principal } from './principal.ts'
import type { ReceiptForm } from './receipt-form.ts'
import { defineService, type ServiceToken } from './service.ts'
import type { SpeedLimit } from './speed-limit.ts'
import type { StateChange } from './state-store.ts'

/**
 * One text with its recipients, as an adapter hands it over after parsing. Numbers are raw: the gateway normalises
 * them.
 * @stability stable
 */
export interface SubmitMessage {
  readonly destinations: readonly SubmitDestination[]
  /** Not empty. How it is encoded and split is the gateway's business. */
  readonly text: string
  /**
   * Rich content, for links that take its kind; over all others the text goes out, and its parts are what the message
   * costs over any link. Without a text of the client's, `text` is `fallbackText(content)`.
   */
  readonly content?: RichContent | undefined
  /**
   * A channel of the client by its address. Anything else means the default channel; the entry of the result names the
   * one used.
   */
  readonly from?: string | undefined
  /** Send at this time. Past times mean now. */
  readonly sendAt?: Date | undefined
  /** Hands it to a network only within these hours. Absent: at any time. */
  readonly deliveryWindow?: DeliveryWindow | undefined
  /** Class 0: shown at once and not stored by the handset. */
  readonly flash?: boolean | undefined
  /** The client's own label; delivery receipts carry it as `data.reference`. */
  readonly reference?: string | undefined
  /** Comes back in reports, events and receipts of each of its messages; see `MessageMetadata`. Default: none. */
  readonly metadata?: MessageMetadata | undefined
  /**
   * Without a reference, delivery receipts carry the id of the message instead: for interfaces whose clients identify
   * messages by it.
   */
  readonly messageIdAsReference?: boolean | undefined
  /**
   * Where delivery receipts of this message go instead of the channel's own URL. Already checked to be http(s) without
   * credentials.
   */
  readonly notifyUrl?: string | undefined
  /**
   * The form of the receipts: JSON, the same fields as `application/x-www-form-urlencoded`, or as the interface writes
   * them. The last goes to the `notifyUrl` alone: the channel's own URL gets the usual JSON. Default `json`.
   */
  readonly notifyFormat?: 'json' | 'form' | ReceiptForm | undefined
  /** False suppresses the delivery-receipt webhook of this message. */
  readonly receiptWebhook?: boolean | undefined
  /**
   * True: there is such a webhook (`PENDING`, code 1) also when a network has taken the whole message, unless that
   * becomes known only later (`Network.lateAnswer`). Absent: only when the operator has this for the channel
   * (`webhooks.sentReceipts` of the configuration) and it goes to the channel's own URL. A `ReceiptForm` gets it as
   * `pending` in the state `submitted`, even when its `on` does not name that.
   */
  readonly sentReceipt?: boolean | undefined
  /**
   * How long after its send time the message may still be submitted, in seconds. Default: the deployment's, 48 hours.
   */
  readonly validitySeconds?: number | undefined
  /** `binary`: `text` is octets in hexadecimal, of one part. Absent: the text decides between GSM and UCS-2. */
  readonly encoding?: 'binary' | undefined
  /**
   * Lets a text that GSM 03.38 lacks letters of travel in tables of its language instead of UCS-2. No effect where it
   * has them all, where no table has, and beside a header of its own.
   */
  readonly language?: TextLanguage | undefined
  /**
   * User data header in hexadecimal, without its length octet, to be passed on as it is. Only for texts that fit one
   * part together with it. A text is in the tables of languages that it names (3GPP TS 23.040 sections 9.2.3.24.15 and
   * 16), if they have all of it.
   */
  readonly userDataHeader?: string | undefined
  /** Requests receipts over the client's own connections. */
  readonly push?: PushRequest | undefined
}

/**
 * Requests that receipts of a message be pushed over the client's own connection (see `Sessions`), for interfaces whose
 * capability is `receipts: 'push'`.
 * @stability stable
 */
export interface PushRequest {
  /** Final states to report. */
  readonly on: 'every' | 'success' | 'failure' | 'none'
  /**
   * Also reports, as `submitted`, that a network has taken the whole message. Has no effect for segments (`Segments`).
   */
  readonly sent?: boolean | undefined
  /** What the adapter needs to write the receipt later; passed back unchanged. At most 1,000 characters. */
  readonly context: string
  /**
   * The receipts of all destinations of this text carry the id of the first accepted one (submit_multi, SMPP 3.4
   * section 4.5).
   */
  readonly sharedId?: boolean | undefined
}

/** @stability stable */
export interface SubmitDestination {
  /** The recipient as the client wrote it. */
  readonly to: string
  /**
   * The client's own id for this message, 1..200 characters. Using it again is answered with the first result
   * (idempotent resend).
   */
  readonly messageId?: string | undefined
}

/** A request to send, from any interface. @stability stable */
export interface SubmitRequest {
  /** The interface it came by, for the log and for reports: `v2`, `basic`, `smpp`, ... */
  readonly origin: string
  /** The priority for users who have none of their own. */
  readonly priority: Priority
  /**
   * Names the request that the messages came by, for those who look for them: `HttpRequest.requestId`, or an id of the
   * interface's own. It has to be one by `isRequestId`.
   */
  readonly requestId?: string | undefined
  /** Groups messages for reports, rescheduling and cancelling. */
  readonly bulkId?: string | undefined
  /**
   * Hands its messages to networks no faster than this, and with them those of other requests of the same bulk: the
   * limit that was named last is that of them all. Absent: that of the bulk, if an earlier request has named one, which
   * is known as long as messages of the bulk wait and a day longer; else as fast as the links take them.
   */
  readonly speedLimit?: SpeedLimit | undefined
  /**
   * `international`: numbers are E.164 by contract, `+` optional. `local`: national or international form, read
   * according to the client's country.
   */
  readonly numbers: 'international' | 'local'
  /**
   * True: a text of too many parts, or too little credit for the whole request, refuses all of it (a thrown
   * `GatewayError`) and queues nothing. False: such destinations are answered each with its own state while the others
   * go out.
   */
  readonly atomic: boolean
  /** It answers what its recipients wrote, so that quiet hours do not hold it. */
  readonly isReply?: boolean | undefined
  readonly messages: readonly SubmitMessage[]
}

/**
 * What became of one destination. In quiet hours of the client it is `scheduled` for their end, see `QuietHours`;
 * outside of its delivery window for the next opening.
 *
 * @stability stable
 */
export interface SubmitEntry {
  /** Recipient in E.164 digits, or as the client wrote it when it is not a number. */
  readonly to: string
  /** The channel used. */
  readonly from: string
  /** The client's id, or a generated UUID. */
  readonly messageId: string
  /** The id of the message on every other interface; 0 when nothing was stored for it. */
  readonly smsId: number
  /** SMS parts; of a text that is too long by its characters alone, fewer than it needs. */
  readonly parts: number
  /**
   * `queued` or `scheduled` when accepted; the current state when it is a resend; otherwise why it was refused:
   * `expired` when its validity ends before quiet hours do, or before its delivery window opens.
   */
  readonly state: MessageState
  /** When it was accepted (for a resend, when the first one was); null when nothing was stored for it. */
  readonly acceptedAt: Date | null
}

/** @stability stable */
export interface SubmitResult {
  /** As given, or generated when the request is scheduled, has several destinations or a speed limit. */
  readonly bulkId: string | undefined
  /** One entry for each destination of each message, in the order of the request. */
  readonly entries: readonly SubmitEntry[]
}

/**
 * The way in for every message.
 *
 * `submit` returns after the transaction that stores the messages and their dispatch jobs has been committed: messages
 * that the result calls `queued` or `scheduled` survive a crash at any later instruction. Calls made while a commit is
 * under way share the next one, so many small calls are cheap.
 *
 * Throws `GatewayError`: `forbidden`/`no-channel` when the client has no enabled channel, and for atomic requests
 * `forbidden`/`no-credit` and `invalid`/`message-too-long` (with `details` naming `messages[i].text`). For every
 * request `invalid`/`bad-delivery-window` and `invalid`/`bad-speed-limit` (with `details`), `invalid`/`bad-metadata`
 * for metadata that are no object or too large, `invalid`/`bad-content` for content that cannot be kept or names a
 * blob that the client does not have, and `invalid`/`too-many-parts` and `throttled`/`too-many-parts-a-minute` when it
 * goes beyond what a client may send at once or within a minute; then nothing was accepted.
 *
 * `unavailable` means that nothing was accepted when its code is `database-away` or `overloaded` (too much is waiting,
 * or the request has waited too long). With the code `outcome-unknown`, the database went away while the request was
 * being stored and did not come back in time to find out. Sending the same request again, with the same `messageId` for
 * each destination, is then safe: what was stored is answered as a resend. Without such ids it may be stored twice.
 *
 * `change` is for what a module has to know of a message exactly when it was accepted: the entry of its state is stored
 * in the same commit, and not at all when the message is refused. Only for a request of one destination without a
 * `messageId`. Throws `conflict`/`state-changed`, with nothing accepted, when the entry no longer is what the change
 * expects; of requests at once with changes of the same entry, one is accepted.
 * @stability stable
 */
export interface Submissions {
  submit(principal: Principal, request: SubmitRequest, change?: StateChange): Promise<SubmitResult>
}

export const Submissions: ServiceToken<Submissions> = defineService('heliograph.submissions')
