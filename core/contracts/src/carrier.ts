import type { Encoding, PriorityName } from './message.ts'

/**
 * The way to a mobile network: one or more links, each able to take messages while it is up.
 *
 * The engine owns order, window, rate, retries and the record of what was sent; a carrier only translates. It hands receipts and incoming SMS to the
 * `Network` service.
 */
export interface Carrier {
  readonly links: readonly CarrierLink[]
}

/** A message on its way to the network. The same object is never changed. */
export interface OutgoingMessage {
  readonly smsId: number
  /** 1 for the first attempt at the network, then 2, 3, ... */
  readonly attempt: number
  /** Sender: digits, or the text of an alphanumeric sender. */
  readonly from: string
  /** E.164 digits. */
  readonly to: string
  readonly text: string
  readonly encoding: Encoding
  /** Parts the text needs at the usual segment sizes; window and rate are counted in these. */
  readonly parts: number
  readonly flash: boolean
  readonly priority: PriorityName
  /** After this moment the message is worthless. */
  readonly validUntil: Date
}

/** What the network said of one part. */
export type PartOutcome =
  /** The network took the part under its own id; null when it gives none (no receipt can then be matched). */
  | { readonly kind: 'accepted'; readonly networkId: string | null }
  /** The network will not take it. `fault` says what is to blame: only `route` and `link` let the message try elsewhere. */
  | {
      readonly kind: 'refused'
      readonly fault: 'message' | 'destination' | 'route' | 'link'
      /** The network's word or code, for operators and reports: `ESME_RINVDSTADR`, ... */
      readonly status: string
      /** Id in the error registry, when the carrier knows a fitting one. */
      readonly errorId?: number | undefined
    }
  /** Too fast. The link is paused and the message goes back to the head of the queue. */
  | { readonly kind: 'throttled'; readonly status: string }
  /** A passing trouble (queue full, system error). Tried again with growing waits until the validity ends. */
  | { readonly kind: 'try-later'; readonly status: string }
  /** It was handed over and no answer came: it may or may not have been sent. */
  | { readonly kind: 'unknown' }
  /** It certainly never left (the link went down before). It goes back to the head of the queue. */
  | { readonly kind: 'not-sent' }

/**
 * One connection (or pool of them) to the network.
 *
 * `submit` is called only while `isUp()` and never with more than `window` parts outstanding. Its promise must settle within the link's own response
 * time-out and must not reject: every ending is an outcome. The array has one outcome for each part in order, or a single one when it holds for the whole
 * message. When the link goes down, everything outstanding settles as `unknown`.
 */
export interface CarrierLink {
  /** Unique within the carrier; operators see `<instance>/<name>`. */
  readonly name: string
  /** Parts that may be outstanding at once, 1 or more. */
  readonly window: number
  /** Parts a second, 0 for no limit. */
  readonly partsPerSecond: number
  /** Which parts get a final receipt from the network. `none`: the message is final (delivered to the network) as far as it will ever be known. */
  readonly receipts: 'all' | 'first' | 'last' | 'none'
  isUp(): boolean
  /** Registers the engine's interest in changes of `isUp`, window or rate. Called once, before `start`. */
  onChange(listener: () => void): void
  submit(message: OutgoingMessage): Promise<readonly PartOutcome[]>
}
