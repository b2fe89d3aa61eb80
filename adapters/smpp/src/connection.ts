import type { Logger, Session as Place } from '@heliograph/contracts'
import {
  type BindPdu,
  type CloseReason,
  createSession,
  type RequestPdu,
  type Respond,
  type Session,
  type SmppConnection,
  STATUS,
} from '@heliograph/smpp'
import { BIND_KIND_OF, type BindRefusal, login, NO_PLACE, refusalOf } from './bind.ts'
import { BoundClient } from './bound-client.ts'
import type { BindKind } from './metrics.ts'
import type { ServerContext } from './server-context.ts'
import { ORIGIN } from './submit-mapping.ts'

/** A client with its place among the sessions of its user. */
interface Bound {
  readonly kind: 'bound'
  readonly client: BoundClient
  readonly place: Place
}

/**
 * Requests that a client may have unanswered before it is bound: its bind, and one more. Behind them the server stops
 * reading, so that a stranger's requests take no memory while its bind waits for an answer.
 */
const UNBOUND_WINDOW = 2

/** The first version of SMPP with TLVs (SMPP 3.4 section 5.2.4). */
const VERSION_3_4 = 0x34

/**
 * One connection of a client, from the accepted socket to its end: handles the bind, requests before it, and the
 * release of its place afterwards.
 */
export class ClientConnection {
  /** Resolves when the connection is gone. Never rejects. */
  readonly gone: Promise<unknown>
  /** Resolves when the connection is gone and its place is free. Never rejects. */
  readonly closed: Promise<void>
  readonly #context: ServerContext
  readonly #connection: SmppConnection
  readonly #logger: Logger
  readonly #session: Session
  readonly #sessionId: string
  /** The bind under way. */
  #binding: Promise<void> | undefined
  /** True while a delayed refusal waits to be sent. */
  #isRefusing = false
  /** Requests that arrived after a bind and before its answer, `UNBOUND_WINDOW` at most, and those behind them. */
  #behindBind: { readonly request: RequestPdu; readonly respond: Respond }[] = []
  #bound: Bound | undefined
  #cancelTimeout: () => void
  /** Cancels the delay before a refusal. */
  #cancelDelay: () => void = () => {}

  constructor(context: ServerContext, connection: SmppConnection) {
    const { clock, config } = context
    const { remoteAddress, socket } = connection
    this.#context = context
    this.#connection = connection
    this.#sessionId = context.makeSessionId()
    this.#logger = context.logger.child({ remote: remoteAddress, session: this.#sessionId })
    this.#session = createSession(socket, {
      clock,
      logger: this.#logger,
      window: config.window,
      maxIncoming: () => (this.#bound ? config.window : UNBOUND_WINDOW),
      responseTimeoutMs: config.responseTimeoutMs,
      enquireLinkMs: config.enquireLinkMs,
      inactivityMs: config.idleTimeoutMs,
      onRequest: (request, respond) => this.#onRequest(request, respond),
      // A client that has the answer to its unbind may bind again at once, so its place must be free by then.
      onPeerUnbind: () => this.#leave(),
    })
    this.#cancelTimeout = clock.after(config.unboundTimeoutMs, () => this.#session.end('not bound in time'))
    this.gone = this.#session.closed
    this.closed = this.#session.closed.then((reason) => this.#onClosed(reason))
  }

  /** The kind of bind; undefined when it is not bound. */
  get kind(): BindKind | undefined {
    return this.#bound?.client.identity.kind
  }

  /** Ends in order: answers the requests under way, then sends unbind. A connection that is not bound just ends. */
  unbind(detail: string): void {
    void this.#leave()
    if (this.#bound) void this.#session.unbind()
    else this.#session.end(detail)
  }

  destroy(detail: string): void {
    this.#session.destroy(detail)
  }

  #onRequest(request: RequestPdu, respond: Respond): void {
    switch (request.command) {
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        if (this.#binding || this.#isRefusing || this.#bound) respond({ commandStatus: STATUS.RALYBND })
        else this.#binding = this.#bind(request, respond)
        return
      default:
        if (this.#binding || this.#isRefusing || this.#behindBind.length > 0)
          this.#behindBind.push({ request, respond })
        else this.#handle(request, respond)
    }
  }

  #handle(request: RequestPdu, respond: Respond): void {
    if (this.#bound) this.#bound.client.handle(request, respond)
    else respond({ commandStatus: STATUS.RINVBNDSTS })
  }

  async #bind(request: BindPdu, respond: Respond): Promise<void> {
    const outcome = await this.#admit(request)
    this.#binding = undefined
    if (outcome.kind === 'refused') {
      this.#refuse(outcome, request, respond)
      return
    }
    const { client, place } = outcome
    const isOpen = this.#session.state === 'open'
    if (!isOpen || !this.#context.slots.take()) {
      client.settle()
      await this.#free(place)
      if (isOpen) this.#refuse(NO_PLACE, request, respond)
      return
    }
    this.#cancelTimeout()
    this.#connection.place?.leave()
    this.#bound = outcome
    const tlvs = client.identity.takesTlvs ? { scInterfaceVersion: VERSION_3_4 } : undefined
    respond({ systemId: this.#context.systemId, tlvs })
    client.settle()
    this.#goOn()
    this.#context.metrics.bind('ok')
    const { kind, principal } = client.identity
    this.#logger.info({ userId: principal.userId, bind: kind }, 'Client bound')
  }

  async #admit(request: BindPdu): Promise<Bound | BindRefusal> {
    const { logger, services } = this.#context
    const found = await login(this.#context, request, this.#connection.remoteAddress)
    if (found.kind === 'refused') return found
    const { principal, settings } = found
    const client = new BoundClient(this.#context, this.#session, this.#logger, {
      kind: BIND_KIND_OF[request.command],
      principal,
      sessionId: this.#sessionId,
      submitsPerSecond: settings.submitsPerSecond,
      takesTlvs: request.interfaceVersion >= VERSION_3_4,
    })
    try {
      const place = await services.sessions.open({
        principal,
        origin: ORIGIN,
        limit: settings.bindsPerUser,
        remote: this.#connection.remoteAddress,
        receiver: client.receiver,
        onRevoked: () => this.unbind('no longer enabled'),
      })
      return { kind: 'bound', client, place }
    } catch (error) {
      return refusalOf(error, logger)
    }
  }

  #refuse({ delayMs, result, status }: BindRefusal, request: BindPdu, respond: Respond): void {
    this.#context.metrics.bind(result)
    this.#logger.info({ systemId: request.systemId, result }, 'Bind refused')
    if (delayMs === 0) {
      respond({ commandStatus: status })
      this.#goOn()
      return
    }
    if (this.#session.state === 'closed') return
    this.#isRefusing = true
    this.#cancelDelay = this.#context.clock.after(delayMs, () => {
      respond({ commandStatus: status })
      this.#isRefusing = false
      this.#goOn()
      this.#session.end('logins are locked')
    })
  }

  /**
   * Handles the requests that the client sent after its bind without waiting for the answer, now that the bind is
   * answered.
   */
  #goOn(): void {
    // One that arrives meanwhile queues behind the others.
    for (let next = this.#behindBind[0]; next; next = this.#behindBind[0]) {
      this.#handle(next.request, next.respond)
      this.#behindBind.shift()
    }
  }

  async #onClosed(reason: CloseReason): Promise<void> {
    this.#cancelTimeout()
    this.#cancelDelay()
    await this.#binding
    const bound = this.#bound
    if (!bound) return
    this.#logger.info(
      { userId: bound.client.identity.principal.userId, reason: reason.kind, detail: reason.detail },
      'Client disconnected',
    )
    this.#context.slots.release()
    await this.#leave()
    this.#bound = undefined
  }

  /** Frees the place, so that nothing more is pushed to this session. */
  async #leave(): Promise<void> {
    if (this.#bound) await this.#free(this.#bound.place)
  }

  async #free(place: Place): Promise<void> {
    try {
      await place.close()
    } catch (error) {
      this.#logger.error({ err: error }, 'A session could not be unregistered')
    }
  }
}
