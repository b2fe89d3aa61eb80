import type { ContentKind, RichContent } from './content.ts'
import type { Encoding, PriorityName } from './message.ts'

/**
 * The way to a mobile network: one or more links, each able to take messages while it is up.
 *
 * The engine owns order, window, rate, retries and the record of what was sent; a carrier only translates. It hands
 * receipts and incoming SMS to the `Network` service.
 * @stability stable
 */
export interface Carrier {
  readonly links: readonly CarrierLink[]
}

/** A message on its way to the network. The object never changes. @stability stable */
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
  /**
   * User data header in hexadecimal, without its length octet, to be sent as it is; such a message has one part.
   * Usually null. A `gsm` text is in the tables of languages that it names (3GPP TS 23.040 sections 9.2.3.24.15, 16).
   * If it does nothing but that, there may be several parts, each with these elements beside those of its place. Only
   * links with `LinkCapabilities.shiftTables` get such a header, over all others the text goes as UCS-2.
   */
  readonly userDataHeader: string | null
  /**
   * The parts still to be sent, counted from 1, when the network took the others at an earlier attempt; null means all.
   * A link that no longer has the concatenation reference of the others sends every part again and answers for every
   * part.
   */
  readonly only: readonly number[] | null
  readonly priority: PriorityName
  /** After this moment the message is of no use any more. */
  readonly validUntil: Date
  /**
   * What the link is to send instead of `text`: of a kind that it takes. It is answered with a single outcome for the
   * whole message, whatever `parts` says. Absent: the text, also of a message with content of which a network has parts
   * already (`only`).
   */
  readonly content?: RichContent | undefined
}

/** What a link can do beyond plain texts. @stability experimental */
export interface LinkCapabilities {
  /** The kinds of rich content that it takes. Messages with any other reach it as their text. */
  readonly content: readonly ContentKind[]
  /** Whether its network reports that messages were read (receipts of the status `read`). */
  readonly read: boolean
  /** Whether what comes in over it may have attachments (`NetworkIncoming.attachments`). */
  readonly inboundMedia: boolean
  /** Whether it writes texts in the tables of languages that their header names. Default false. */
  readonly shiftTables?: boolean | undefined
}

/** The outcome of submitting one part. @stability stable */
export type PartOutcome =
  /** The network took the part under its own id; null when it gives none (no receipt can then be matched). */
  | { readonly kind: 'accepted'; readonly networkId: string | null }
  /**
   * The network will not take it. `fault` names the cause: only for `route` and `link` is the message tried elsewhere.
   */
  | {
      readonly kind: 'refused'
      readonly fault: 'message' | 'destination' | 'route' | 'link'
      /** The network's word or code, for operators and reports: `ESME_RINVDSTADR`, ... */
      readonly status: string
      /** Id in the error registry, when one fits. */
      readonly errorId?: number | undefined
    }
  /**
   * Too fast. The link is paused and the message goes back to the head of the queue. `retryAfterMs` is for how many
   * milliseconds the network wants to be left alone, when it said so (see the function of that name): the link is then
   * paused for at least that time, up to an hour.
   */
  | { readonly kind: 'throttled'; readonly status: string; readonly retryAfterMs?: number | undefined }
  /** A temporary failure (queue full, system error). Tried again at growing intervals until the validity ends. */
  | { readonly kind: 'try-later'; readonly status: string }
  /**
   * It was handed over, but no answer came: it may or may not have been sent. An answer that comes after all is for
   * `Network.lateAnswer`.
   */
  | { readonly kind: 'unknown' }
  /** It was certainly not sent (the link went down before). It goes back to the head of the queue. */
  | { readonly kind: 'not-sent' }

/**
 * One connection (or pool of them) to the network.
 *
 * Its window and rate are agreed with the network for the whole deployment, so only one node uses it at a time: the
 * engine calls `open` on that node, and `close` before another one takes over. With `shares` several nodes do, each
 * with its part of what was agreed. A link must not connect on its own, neither in `create` nor in `start`.
 *
 * `submit` is called only while `isUp()` and never with more than `window` parts outstanding. Its promise must settle
 * within the link's own response time-out and must not reject: every ending is an outcome. A link whose network answers
 * late should wait longer, and take less at once, rather than give up answers that are on their way. The array has one
 * outcome for each part in order (for each of `only` when that is given), or a single one that holds for the whole
 * message. When the link goes down, everything outstanding settles as `unknown`.
 * @stability stable
 */
export interface CarrierLink {
  /** Unique within the carrier; operators see `<instance>/<name>`. */
  readonly name: string
  /** Parts that may be outstanding at once, 1 or more; with `shares`, of those that this node has. */
  readonly window: number
  /** Parts a second, 0 for no limit; with `shares`, of those that this node has. */
  readonly partsPerSecond: number
  /**
   * Into how many equal shares its window, rate and connections are divided, so that so many nodes can use it at once.
   * Absent: 1. A link with more has `open` and `close`.
   */
  readonly shares?: number | undefined
  /**
   * Which parts get a final receipt from the network. `none`: nothing is known of the message after its delivery to the
   * network, so that state is final.
   */
  readonly receipts: 'all' | 'first' | 'last' | 'none'
  /** Absent: plain texts alone. */
  readonly capabilities?: LinkCapabilities | undefined
  /** Whether it takes messages now. False before `open`, and again from the moment `close` is called. */
  isUp(): boolean
  /** Registers the engine's listener for changes of `isUp`, window or rate. Called once, before `start`. */
  onChange(listener: () => void): void
  /**
   * Lets this node use the link: connect, in the background. Calling it again has no effect. It may be called before
   * the module's `start`, after a `close`, and before a `close` has finished; in that case it takes effect afterwards.
   * A link without a connection of its own leaves out `open` and `close`.
   *
   * @param shares how many of its shares this node may use from now on, at least as many as before. Absent: all
   */
  open?(shares?: number): void
  /**
   * Ends this node's use of the link: take nothing new, wait for outstanding answers until `signal` aborts, disconnect.
   * Once it has resolved, nothing from this node reaches the network over this link. Calling it again, or without an
   * `open` before, has no effect. Must not reject.
   *
   * @param left how many of its shares this node goes on using; the above holds for the others. Absent: none
   */
  close?(signal: AbortSignal, left?: number): Promise<void>
  submit(message: OutgoingMessage): Promise<readonly PartOutcome[]>
  /** The state of the link, for people. Absent when there is no more to report than `isUp`. */
  status?(): LinkStatus
  /** The last PDUs that went over its connections, newest first, for operators. Absent or empty when it keeps none. */
  lastPdus?(): readonly LinkPdu[]
}

/** The state of a link, as `heliograph links` and the metrics show it. @stability stable */
export interface LinkStatus {
  /**
   * `refused`: the network does not let the gateway in and an operator has to act (wrong password, say); connecting is
   * tried again slowly. `paused`: the network asked the gateway to slow down. `standby`: this node does not use the
   * link, usually because another one does.
   */
  readonly state: 'standby' | 'up' | 'paused' | 'connecting' | 'refused' | 'down'
  /** One line for an operator: the last error, or the status of the refusal. Null when there is nothing to report. */
  readonly detail: string | null
  readonly binds: readonly BindStatus[]
  /** Times the network said "too fast" since the start. */
  readonly throttles: number
  /**
   * With `refused`: for how many milliseconds no attempt may be made, by any node; 0 while one is under way. Absent:
   * five minutes.
   */
  readonly retryInMs?: number | undefined
}

/** One connection of a link. @stability stable */
export interface BindStatus {
  readonly kind: 'transmitter' | 'receiver' | 'transceiver'
  /** Host and port that it is connected to, or tries to reach. */
  readonly peer: string
  readonly state: 'bound' | 'connecting' | 'refused' | 'closed'
  /** Parts handed over and not answered yet. */
  readonly outstanding: number
  /** When it entered that state. */
  readonly since: Date
}

/**
 * An SMPP PDU that went over a connection of a link, for operators who examine what the network and the gateway
 * exchange. Passwords are blanked, and so are texts unless the link is set to keep them.
 * @stability stable
 */
export interface LinkPdu {
  readonly at: Date
  /** `in`: the network sent it. */
  readonly direction: 'in' | 'out'
  readonly bind: BindStatus['kind']
  /** Host and port of the other side. */
  readonly peer: string
  /** `submit_sm`, ...; the id in hexadecimal where SMPP v3.4 has no command with that id. */
  readonly command: string
  /** `ESME_ROK`, ... */
  readonly status: string
  readonly sequenceNumber: number
  /** The fields after the header, without empty ones. */
  readonly fields: readonly LinkPduField[]
  /** In hexadecimal, with `**` for each blanked octet; only the beginning of a long PDU. */
  readonly octets: string
  /** Octets of the whole PDU. */
  readonly length: number
}

/** A field of a PDU in readable form: `short_message`, `source` with its TON and NPI before it. @stability stable */
export interface LinkPduField {
  readonly name: string
  readonly value: string
}
