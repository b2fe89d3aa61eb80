import type { Duplex } from 'node:stream'
import type { Clock, Logger } from '@heliograph/contracts'
import type { Draft, PduDraft, RequestDraft, RequestPdu, ResponsePdu, Unsuccessful } from '../pdu/pdu.ts'
import type { PduError } from '../pdu/pdu-error.ts'
import type { Tlvs } from '../pdu/tlvs.ts'

/** Direction of a PDU: `in` comes from the peer. */
export type PduDirection = 'in' | 'out'

/**
 * Called with the octets of a PDU, readable or not. They are valid only during the call: copy them to keep them. Must
 * not throw.
 */
export type PduTap = (direction: PduDirection, frame: Buffer) => void

/** The TCP or TLS socket that a session runs over. */
export type SessionSocket = Duplex & { setNoDelay?(on?: boolean): unknown }

/** How a request ended. */
export type RequestOutcome =
  /**
   * The peer answered, with the status in `pdu.commandStatus`, `tookMs` after the request was sent. A generic_nack is
   * an answer too.
   */
  | { readonly kind: 'response'; readonly pdu: ResponsePdu; readonly tookMs: number }
  /** No (readable) answer in the `tookMs` since it was sent: the response time-out. The peer may have acted on it. */
  | { readonly kind: 'expired'; readonly tookMs: number }
  /** The connection ended after the request had been written to it. The peer may have acted on it. */
  | { readonly kind: 'lost' }
  /** No octet of it left this process. `error` is set when it cannot be written as a PDU at all. */
  | { readonly kind: 'not-sent'; readonly error?: PduError | undefined }

/**
 * The argument of `respond`: the fields of the response that belongs to the request. With a status other than 0 only
 * the header is sent.
 */
export interface ResponseFields {
  readonly commandStatus?: number | undefined
  readonly messageId?: string | undefined
  readonly systemId?: string | undefined
  readonly finalDate?: string | undefined
  readonly messageState?: number | undefined
  readonly errorCode?: number | undefined
  readonly unsuccessful?: readonly Unsuccessful[] | undefined
  readonly tlvs?: Tlvs | undefined
  /** Answers with generic_nack instead. */
  readonly nack?: boolean | undefined
}

/**
 * Answers one of the peer's requests. Only the first call counts; returns false for later calls and when the session is
 * over.
 */
export type Respond = (response: ResponseFields) => boolean

/** Why a session ended. */
export interface CloseReason {
  readonly kind: /** Our `unbind` was answered, or its time ran out. */
    | 'unbound'
    /** The peer unbound. */
    | 'peer-unbound'
    /** The peer closed the connection without unbind. */
    | 'peer-closed'
    /** `destroy` or `end` was called. */
    | 'destroyed'
    /** Two enquire_link in a row were not answered. */
    | 'silent'
    /** No traffic for `inactivityMs`. */
    | 'inactive'
    /** The peer's data is not a sequence of PDUs. */
    | 'protocol'
    /** The connection broke. */
    | 'error'
  /** One line for an operator. */
  readonly detail: string
}

export interface SessionOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** How many of our requests may be unanswered at once. Default 10. */
  readonly window?: number | undefined
  /**
   * How many of the peer's requests may be unanswered at once; beyond that the session stops reading. Default 100. A
   * function is asked before each PDU; a number that grew holds from the next answer on.
   */
  readonly maxIncoming?: number | (() => number) | undefined
  /**
   * Default 30 s. A function is asked for each request that is sent. Requests expire in the order in which they were
   * sent, so one with a shorter time-out than the one before it may get as long as that.
   */
  readonly responseTimeoutMs?: number | (() => number) | undefined
  /** Sends enquire_link after the peer has been silent for this long. Default 30 s, 0 for never. */
  readonly enquireLinkMs?: number | undefined
  /** Ends the session after this long without traffic other than answers to our own enquire_link. Default 0, never. */
  readonly inactivityMs?: number | undefined
  /** How long to wait for the answer to unbind, and then for the end of the connection. Default 5 s. */
  readonly unbindTimeoutMs?: number | undefined
  /** Maximum length of one PDU in octets. Default 70,000. */
  readonly maxLength?: number | undefined
  /**
   * Called for each of the peer's requests except enquire_link and unbind, which the session answers itself. May answer
   * at once or later, in any order. For requests without an answer (outbind, alert_notification) `respond` does
   * nothing.
   */
  onRequest(request: RequestPdu, respond: Respond): void
  /**
   * Called when the answer to an expired request arrives, `tookMs` after it was sent; `request` is the object that was
   * given to `request`. At most 10,000 expired requests are remembered, for an hour.
   */
  onLateResponse?(response: ResponsePdu, request: RequestDraft, tookMs: number): void
  /**
   * Called when the peer sends unbind: nothing new may be sent. The unbind is answered once the promise has settled,
   * and `closed` follows.
   */
  onPeerUnbind?(): void | Promise<void>
  /** Called with every PDU that is read, before it is acted on, and with every PDU that is written. */
  readonly onPdu?: PduTap | undefined
  /** False leaves an enquire_link of the peer unanswered. For fakes. */
  answersEnquireLink?(): boolean
}

export interface SessionCounters {
  /** PDUs read. */
  readonly received: number
  /** PDUs written. */
  readonly sent: number
  readonly expired: number
  readonly lateResponses: number
  /** Responses that belong to none of our requests. */
  readonly unexpectedResponses: number
  /** PDUs that could not be read. */
  readonly unreadable: number
}

/**
 * One SMPP connection, of a server or a client. Binding is up to its user: for the session, a bind is a request like
 * any other.
 */
export interface Session {
  /** `unbinding` from the first unbind of either side on: nothing new is sent. */
  readonly state: 'open' | 'unbinding' | 'closed'
  readonly window: number
  /**
   * How many of our requests are written and unanswered, not counting enquire_link and unbind. Never above `window`.
   */
  readonly outstanding: number
  /** How many of our requests wait for room in the window. */
  readonly waiting: number
  /** How many of the peer's requests are not answered yet. */
  readonly incoming: number
  readonly counters: SessionCounters
  /** Resolves when the connection is gone. Everything outstanding has settled by then. */
  readonly closed: Promise<CloseReason>
  /**
   * Sends a request as soon as the window has room, in the order of the calls, under the next sequence number. Never
   * rejects. The response time-out starts when it is sent. Not for outbind and alert_notification, which have no
   * answer: see `send`.
   */
  request(request: Draft<RequestPdu>): Promise<RequestOutcome>
  /**
   * Writes a PDU directly: it does not use the window, and nothing waits for an answer. A request without a sequence
   * number gets one. False when it could not be written.
   */
  send(pdu: PduDraft): boolean
  /**
   * Ends in order: sends nothing new, gives unanswered requests of both sides their time, sends unbind, then ends the
   * connection. Resolves when closed; never takes longer than the response time-out plus twice `unbindTimeoutMs`.
   */
  unbind(): Promise<CloseReason>
  /** Ends the connection after all that has been written, without unbind: after refusing a bind, say. */
  end(detail: string): void
  /** Ends the connection at once. */
  destroy(detail: string): void
}
