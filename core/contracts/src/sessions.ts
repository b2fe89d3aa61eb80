import type { MessageState } from './message.ts'
import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/**
 * A connection that a client holds open (an SMPP bind, say), with what the gateway needs to know about it.
 * @stability stable
 */
export interface SessionRequest {
  readonly principal: Principal
  /** The interface, for operators: `smpp`, ... */
  readonly origin: string
  /** Sessions that this user may have with this interface at once, over all nodes. */
  readonly limit: number
  /** Address of the client, as its login was judged by. */
  readonly remote: string
  /** For sessions that take pushes; absent for those that only send. */
  readonly receiver?: PushReceiver | undefined
  /**
   * Called when the user, client or key is no longer enabled, or the client no longer accepts credentials from
   * `remote`, so that the session has to end. Called at most once, within a second of the change.
   */
  onRevoked(): void
}

/** Takes pushes for a user. @stability stable */
export interface PushReceiver {
  /** Pushes that may be unanswered at once, 1 or more. */
  readonly window: number
  /**
   * Hands one push to the client and resolves with its answer: `taken` ends it, `refused` ends it too (the client will
   * never take it), `later` keeps it for another session or another try. Must settle, and must not reject.
   */
  receive(push: Push): Promise<'taken' | 'refused' | 'later'>
}

/** What is handed to a client over its own connection. @stability stable */
export type Push = ReceiptPush | IncomingPush

/** What became of a message that was sent with a `PushRequest`. @stability stable */
export interface ReceiptPush {
  readonly kind: 'receipt'
  /** Unique; the same push may come twice after a crash or a lost answer. */
  readonly pushId: number
  /**
   * The id that the client received in the answer: one of its own for every segment and destination, or the shared one.
   */
  readonly smsId: number
  /** As given in `PushRequest.context`. */
  readonly context: string
  /** Sender and recipient as the gateway sent it, E.164 digits where it is a number. */
  readonly from: string
  readonly to: string
  readonly text: string
  readonly parts: number
  /** Final, or `submitted` where `PushRequest.sent` asked for that. */
  readonly state: MessageState
  /** The network's word as received, null when no network was involved. */
  readonly networkStatus: string | null
  /** Id in the error registry, null when nothing failed. */
  readonly errorId: number | null
  readonly acceptedAt: Date
  /** When it reached that state. */
  readonly doneAt: Date
}

/** An SMS to the channel of the user. @stability stable */
export interface IncomingPush {
  readonly kind: 'incoming'
  readonly pushId: number
  readonly incomingId: number
  readonly from: string
  readonly to: string
  readonly text: string
  readonly encoding: 'gsm' | 'ucs2' | 'binary'
  readonly receivedAt: Date
}

/** An open session. @stability stable */
export interface Session {
  /** Stops pushes to it; resolves when that is certain and the place is free for another session. Idempotent. */
  close(): Promise<void>
}

/**
 * Sessions of clients on all nodes, and the pushes that wait for them.
 *
 * A push waits in the database until a session of its user, on any node, has taken it, for 72 hours at most. Each push
 * goes to one receiver.
 * @stability stable
 */
export interface Sessions {
  /**
   * Throws `GatewayError` `forbidden`/`too-many-sessions` when the user has as many sessions as it may, `unavailable`
   * while the database is away.
   */
  open(request: SessionRequest): Promise<Session>
}

export const Sessions: ServiceToken<Sessions> = defineService('heliograph.sessions')
