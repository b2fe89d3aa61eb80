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
  /** User data header in hexadecimal, without its length octet, to be sent as it is; such a message has one part. Null normally. */
  readonly userDataHeader: string | null
  /**
   * The parts still to be sent, counted from 1, when the network took others at an earlier attempt; null means all. A link that no longer knows the
   * concatenation reference of the others sends every part again and answers for every part.
   */
  readonly only: readonly number[] | null
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
 * Its window and rate are agreed with the network for the whole deployment, so one node uses it at a time: the engine calls `open` on that node, and `close`
 * before another one takes over. No link connects by itself, neither in `create` nor in `start`.
 *
 * `submit` is called only while `isUp()` and never with more than `window` parts outstanding. Its promise must settle within the link's own response
 * time-out and must not reject: every ending is an outcome. The array has one outcome for each part in order (for each of `only` when that is given), or
 * a single one when it holds for the whole message. When the link goes down, everything outstanding settles as `unknown`.
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
  /** Whether it takes messages now. False until `open`, and again from the moment `close` is called. */
  isUp(): boolean
  /** Registers the engine's interest in changes of `isUp`, window or rate. Called once, before `start`. */
  onChange(listener: () => void): void
  /**
   * This node may use the link: connect, in the background. Called again it changes nothing. It may come before the `start` of the module, after a `close`, and
   * also before a `close` is done: it then takes effect when that is. Left out, together with `close`, by a link without a connection of its own.
   */
  open?(): void
  /**
   * This node may use the link no longer: take nothing new, wait for the answers of what is out until `signal` aborts, disconnect. Once it has resolved,
   * nothing of this node reaches the network over this link. Called again, or without an `open` before, it changes nothing. Must not reject.
   */
  close?(signal: AbortSignal): Promise<void>
  submit(message: OutgoingMessage): Promise<readonly PartOutcome[]>
  /** How the link is, for people. Absent: `isUp` is all there is to tell. */
  status?(): LinkStatus
  /** The last PDUs that went over its connections, newest first, for operators. Absent or empty: it keeps none. */
  lastPdus?(): readonly LinkPdu[]
}

/** How a link is, as `heliograph links` and the metrics show it. */
export interface LinkStatus {
  /**
   * `refused`: the network does not let us in and an operator has to act (wrong password, say); it is tried again slowly. `paused`: it asked us to slow down.
   * `standby`: this node does not use the link, normally because another one does.
   */
  readonly state: 'standby' | 'up' | 'paused' | 'connecting' | 'refused' | 'down'
  /** One line for an operator: the last error, the status of the refusal. Null when there is nothing to say. */
  readonly detail: string | null
  readonly binds: readonly BindStatus[]
  /** Times the network said "too fast" since the start. */
  readonly throttles: number
}

/** One connection of a link. */
export interface BindStatus {
  readonly kind: 'transmitter' | 'receiver' | 'transceiver'
  /** Host and port it is connected to, or tries. */
  readonly peer: string
  readonly state: 'bound' | 'connecting' | 'refused' | 'closed'
  /** Parts handed over and not answered. */
  readonly outstanding: number
  /** When it entered that state. */
  readonly since: Date
}

/**
 * A PDU of SMPP that went over a connection of a link, for operators who look into what the network and the gateway say to each other. Passwords are blanked,
 * and so are texts unless the link is set to keep them.
 */
export interface LinkPdu {
  readonly at: Date
  /** `in`: the network sent it. */
  readonly direction: 'in' | 'out'
  readonly bind: BindStatus['kind']
  /** Host and port of the other side. */
  readonly peer: string
  /** `submit_sm`, ...; in hexadecimal where SMPP v3.4 has none of that id. */
  readonly command: string
  /** `ESME_ROK`, ... */
  readonly status: string
  readonly sequenceNumber: number
  /** What stands behind the header, without what is empty. */
  readonly fields: readonly LinkPduField[]
  /** In hexadecimal, two `*` for each octet that is blanked; of a long PDU only the beginning. */
  readonly octets: string
  /** Octets of the whole PDU. */
  readonly length: number
}

/** A field of a PDU, as people read it: `short_message`, `source` with its TON and NPI before it. */
export interface LinkPduField {
  readonly name: string
  readonly value: string
}
