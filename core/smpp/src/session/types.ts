import type { Duplex } from 'node:stream'
import type { Clock, Logger } from '@heliograph/contracts'
import type { Draft, PduDraft, RequestDraft, RequestPdu, ResponsePdu, Unsuccessful } from '../pdu/pdu.ts'
import type { PduError } from '../pdu/pdu-error.ts'
import type { Tlvs } from '../pdu/tlvs.ts'

/** Which way a PDU goes: `in` came from the peer. */
export type PduDirection = 'in' | 'out'

/** Is shown the octets of a PDU, readable or not. They are only lent: what is to be kept has to be copied. Must not throw. */
export type PduTap = (direction: PduDirection, frame: Buffer) => void

/** What a session runs over: a TCP or TLS socket. */
export type SessionSocket = Duplex & { setNoDelay?(on?: boolean): unknown }

/** How a request ended. */
export type RequestOutcome =
  /** The peer answered; `pdu.commandStatus` says what. A generic_nack is an answer, too. */
  | { readonly kind: 'response'; readonly pdu: ResponsePdu }
  /** No (readable) answer within the response time-out. The peer may have acted on it. */
  | { readonly kind: 'expired' }
  /** The connection ended after the request had been handed to it. The peer may have acted on it. */
  | { readonly kind: 'lost' }
  /** No octet of it left this process. `error` is set when it cannot be written as a PDU at all. */
  | { readonly kind: 'not-sent'; readonly error?: PduError | undefined }

/** What `respond` takes: the fields of the response that belongs to the request. With a status other than 0 only the header is sent. */
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

/** Answers one request of the peer. The first call counts; false when it was not the first or the session is over. */
export type Respond = (response: ResponseFields) => boolean

/** Why a session ended. */
export interface CloseReason {
  readonly kind: /** `unbind` of ours was answered, or waited for long enough. */
    | 'unbound'
    /** The peer unbound. */
    | 'peer-unbound'
    /** The peer closed the connection without a word. */
    | 'peer-closed'
    /** `destroy` or `end` was called. */
    | 'destroyed'
    /** Two enquire_link in a row were not answered. */
    | 'silent'
    /** No traffic for `inactivityMs`. */
    | 'inactive'
    /** What the peer sent is no sequence of PDUs. */
    | 'protocol'
    /** The connection broke. */
    | 'error'
  /** One line for an operator. */
  readonly detail: string
}

export interface SessionOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** Requests of ours that may be unanswered at once. Default 10. */
  readonly window?: number | undefined
  /** Requests of the peer that may be unanswered at once; past it the session stops reading. Default 100. */
  readonly maxIncoming?: number | undefined
  /** Default 30 s. */
  readonly responseTimeoutMs?: number | undefined
  /** Sends enquire_link after this much silence of the peer. Default 30 s, 0 for never. */
  readonly enquireLinkMs?: number | undefined
  /** Ends the session after so long without traffic other than answers to our own enquire_link. Default 0, never. */
  readonly inactivityMs?: number | undefined
  /** How long an answer to unbind, and the end of the connection after it, are waited for. Default 5 s. */
  readonly unbindTimeoutMs?: number | undefined
  /** Most octets of one PDU. Default 70,000. */
  readonly maxLength?: number | undefined
  /**
   * A request of the peer, other than enquire_link and unbind, which the session answers itself. May answer at once or later, in any order. For those that
   * have no answer (outbind, alert_notification) `respond` does nothing.
   */
  onRequest(request: RequestPdu, respond: Respond): void
  /** The answer to a request that has expired. */
  onLateResponse?(response: ResponsePdu, request: RequestDraft): void
  /** The peer said unbind: nothing new may be sent. It is answered once the promise has settled, and `closed` follows. */
  onPeerUnbind?(): void | Promise<void>
  /** Sees every PDU that is read, before it is acted on, and every one that is written. */
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
  /** Responses that belong to nothing we sent. */
  readonly unexpectedResponses: number
  /** PDUs that could not be read. */
  readonly unreadable: number
}

/** One SMPP connection, of a server or a client. Binding is up to its user: to the session a bind is a request like others. */
export interface Session {
  /** `unbinding` from the first unbind of either side on: nothing new is sent. */
  readonly state: 'open' | 'unbinding' | 'closed'
  readonly window: number
  /** Requests of ours that are written and unanswered, enquire_link and unbind not counted. Never above `window`. */
  readonly outstanding: number
  /** Requests of ours that wait for room in the window. */
  readonly waiting: number
  /** Requests of the peer that are not answered yet. */
  readonly incoming: number
  readonly counters: SessionCounters
  /** Resolves when the connection is gone. Everything outstanding has settled before. */
  readonly closed: Promise<CloseReason>
  /**
   * Sends a request as soon as the window has room, in the order of the calls, under the next sequence number. Never rejects. The response time-out
   * counts from the sending. Not for outbind and alert_notification, which have no answer: see `send`.
   */
  request(request: Draft<RequestPdu>): Promise<RequestOutcome>
  /**
   * Writes a PDU as it is: no window, nothing waits for an answer. A sequence number is given to a request that has none. False when it could not be
   * written.
   */
  send(pdu: PduDraft): boolean
  /**
   * Ends in order: nothing new goes out, what is unanswered on either side gets its time, then unbind, then the end of the connection. Resolves when
   * closed; never takes longer than the response time-out and twice `unbindTimeoutMs`.
   */
  unbind(): Promise<CloseReason>
  /** Ends the connection behind what has been written, without unbind: after refusing a bind, say. */
  end(detail: string): void
  /** Ends the connection at once. */
  destroy(detail: string): void
}
