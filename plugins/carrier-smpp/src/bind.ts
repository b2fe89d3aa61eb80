import type { BindStatus, Clock, Logger } from '@heliograph/contracts'
import {
  connectSmpp,
  createSession,
  type Draft,
  type RequestOutcome,
  type RequestPdu,
  type Respond,
  type ResponsePdu,
  type Session,
  SmppConnectError,
  STATUS,
  type SubmitSmPdu,
  statusName,
} from '@heliograph/smpp'
import type { BackOff } from './back-off.ts'
import type { LinkConfig } from './config.ts'
import { type Host, parseHost } from './hosts.ts'
import type { PduSource } from './kept-pdus.ts'
import type { LinkMetrics } from './link-metrics.ts'

export interface BindOptions {
  readonly kind: BindStatus['kind']
  readonly config: LinkConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: LinkMetrics
  readonly backOff: BackOff
  /**
   * Called when it is connected and nothing has been read yet, because messages may arrive in one piece with the answer
   * to the bind.
   */
  readonly onConnect: () => void
  /** How long a part that is sent now may wait for its answer. */
  readonly responseTimeoutMs: () => number
  /** Called with an answer to a part that was given up, which came `tookMs` after the part was sent. */
  readonly onLateAnswer: (response: ResponsePdu, submit: object, tookMs: number) => void
  /** Called when it becomes able to send, or no longer is. */
  readonly onChange: () => void
  readonly onRequest: (request: RequestPdu, respond: Respond) => void
  /** Called with every PDU of the connection, if present. */
  readonly onPdu?: ((source: PduSource, frame: Buffer) => void) | undefined
}

/**
 * How an attempt at a host ended. `held`: the connection was good until then. `locked-out`: the host refuses our login
 * until an operator has acted.
 */
type Attempt = 'held' | 'failed' | 'refused' | 'locked-out'

/** A connection that held for this long was a good one: after it, waits begin short again. */
const STABLE_MS = 30_000

/** Statuses of a bind that waiting does not cure (SMPP 3.4, 5.1.3). */
const LOCKED_OUT: ReadonlySet<number> = new Set([STATUS.RINVPASWD, STATUS.RINVSYSID, STATUS.RINVSYSTYP])

/**
 * How many requests of the SMSC may wait for the database at once. This is far more than any window, because beyond it
 * answers to our own requests would not be read either.
 */
const MAX_INCOMING = 5_000

/**
 * How many problems are remembered as logged, for an SMSC whose problems are always new ones; then all are logged
 * again.
 */
const MOST_LISTED = 50

const NOT_SENT: RequestOutcome = { kind: 'not-sent' }

/** One connection of a link that is kept bound: connects, binds, and starts again whenever the connection ends. */
export class Bind {
  readonly kind: BindStatus['kind']
  readonly #options: BindOptions
  readonly #hosts: readonly Host[]
  /** Stops what `open` started. */
  #stopping = new AbortController()
  #session: Session | undefined
  #isBound = false
  #state: BindStatus['state'] = 'closed'
  #since: Date
  #peer: string
  #detail: string | null = null
  #retryAt = 0
  /** Problems that have been logged since it was last bound. */
  readonly #reported = new Set<string>()
  #running: Promise<void> | undefined

  constructor(options: BindOptions) {
    this.kind = options.kind
    this.#options = options
    this.#hosts = options.config.hosts.map(parseHost)
    this.#peer = this.#hosts[0]?.peer ?? ''
    this.#since = new Date(options.clock.now())
  }

  get isBound(): boolean {
    return this.#isBound && this.#session?.state === 'open'
  }

  /** How many parts could be sent at once; below zero when some wait already. */
  get room(): number {
    const session = this.#session
    return session === undefined ? 0 : session.window - session.outstanding - session.waiting
  }

  /** The last problem, null when there is none (any more). */
  get detail(): string | null {
    return this.#detail
  }

  /** How long until the next attempt to connect, in milliseconds; 0 while it is connected or connecting. */
  get retryInMs(): number {
    return this.#state === 'refused' ? Math.max(0, this.#retryAt - this.#options.clock.now()) : 0
  }

  status(): BindStatus {
    const outstanding = this.#session === undefined ? 0 : this.#session.outstanding + this.#session.waiting
    return { kind: this.kind, peer: this.#peer, state: this.#state, outstanding, since: this.#since }
  }

  /** Begins to connect, in the background. */
  open(): void {
    if (this.#running !== undefined) return
    this.#stopping = new AbortController()
    this.#options.backOff.reset()
    this.#running = this.#run().finally(() => this.#end())
  }

  request(request: Draft<SubmitSmPdu>): Promise<RequestOutcome> {
    return this.#session?.request(request) ?? Promise.resolve(NOT_SENT)
  }

  /** Sends nothing new, waits for answers until `signal` aborts, unbinds. Never rejects. */
  async close(signal: AbortSignal): Promise<void> {
    this.#stopping.abort()
    const session = this.#session
    if (session !== undefined) {
      const cut = () => session.destroy('stopped')
      signal.addEventListener('abort', cut, { once: true })
      const isBinding = session.state === 'open' && !this.#isBound
      if (signal.aborted || isBinding) cut()
      else await session.unbind()
      signal.removeEventListener('abort', cut)
    }
    await this.#running
  }

  #end(): void {
    this.#running = undefined
    this.#detail = null
    this.#reported.clear()
    this.#enter('closed')
  }

  async #run(): Promise<void> {
    const { backOff, config } = this.#options
    while (!this.#stopping.signal.aborted) {
      const attempt = await this.#tryHosts()
      if (this.#stopping.signal.aborted) return
      const waitMs = attempt === 'locked-out' ? config.refusedRetryMs : backOff.next()
      this.#retryAt = this.#options.clock.now() + waitMs
      await this.#wait(waitMs)
    }
  }

  /** Tries one host after the other, until a connection was bound, held for a while and has ended. */
  async #tryHosts(): Promise<Attempt> {
    const attempts: Attempt[] = []
    for (const host of this.#hosts) {
      const attempt = await this.#tryHost(host)
      if (attempt === 'held' || this.#stopping.signal.aborted) return attempt
      attempts.push(attempt)
    }
    // A refusal must be visible, whatever the other hosts answered.
    this.#enter(attempts.every((attempt) => attempt === 'failed') ? 'connecting' : 'refused')
    // A host that could not be reached may still let us in.
    return attempts.every((attempt) => attempt === 'locked-out') ? 'locked-out' : 'failed'
  }

  async #tryHost(host: Host): Promise<Attempt> {
    this.#peer = host.peer
    if (this.#state !== 'refused') this.#enter('connecting')
    try {
      const session = await this.#connect(host)
      this.#session = session
      const attempt = await this.#useSession(session)
      // Whatever went wrong, no connection may be left open.
      session.destroy('given up')
      await session.closed
      return attempt
    } catch (error) {
      // A wrong certificate stays wrong until an operator acts.
      const attempt = error instanceof SmppConnectError && error.failure === 'tls' ? 'refused' : 'failed'
      return this.#fail(attempt, `cannot connect to ${host.peer}: ${reasonOf(error)}`)
    } finally {
      this.#session = undefined
    }
  }

  async #connect({ host, port, peer }: Host): Promise<Session> {
    const { config, clock, logger, responseTimeoutMs, onConnect, onLateAnswer, onRequest, onPdu } = this.#options
    const { connectTimeoutMs: timeoutMs, tls, window, enquireLinkMs } = config
    const socket = await connectSmpp({
      host,
      port,
      timeoutMs,
      signal: this.#stopping.signal,
      ...(tls && { tls: { ...tls, rejectUnauthorized: tls.verify } }),
    })
    onConnect()
    return createSession(socket, {
      clock,
      logger,
      window,
      responseTimeoutMs,
      enquireLinkMs,
      maxIncoming: MAX_INCOMING,
      onRequest,
      onLateResponse: onLateAnswer,
      onPeerUnbind: () => this.#lose(),
      onPdu: onPdu && ((direction, frame) => onPdu({ direction, bind: this.kind, peer }, frame)),
    })
  }

  async #useSession(session: Session): Promise<Attempt> {
    // It may have been stopped just after connecting.
    if (this.#stopping.signal.aborted) return 'failed'
    const commandStatus = await this.#bind(session)
    if (typeof commandStatus === 'string') return this.#fail('failed', commandStatus)
    if (commandStatus !== STATUS.ROK) {
      const attempt = LOCKED_OUT.has(commandStatus) ? 'locked-out' : 'refused'
      return this.#fail(attempt, `${this.#peer} refused to bind: ${statusName(commandStatus)}`)
    }
    const boundAt = this.#gain()
    const { detail } = await session.closed
    this.#lose()
    if (this.#stopping.signal.aborted) return 'held'
    this.#options.metrics.bound('lost')
    this.#complain(`connection to ${this.#peer} lost: ${detail}`)
    if (this.#options.clock.now() - boundAt < STABLE_MS) return 'failed'
    this.#options.backOff.reset()
    return 'held'
  }

  /** Resolves with the status of the answer, or with the reason why there is none. */
  async #bind(session: Session): Promise<number | string> {
    const { clock, config } = this.#options
    const { systemId, password, systemType, addressRange, addressRangeNumbers } = config
    const cancel = clock.after(config.connectTimeoutMs, () => session.destroy('no answer to bind'))
    const outcome = await session.request({
      command: `bind_${this.kind}`,
      systemId,
      password,
      systemType,
      addressRange: { ...addressRangeNumbers, address: addressRange },
    })
    cancel()
    switch (outcome.kind) {
      case 'response':
        return outcome.pdu.commandStatus
      case 'not-sent':
        return outcome.error?.message ?? `connection to ${this.#peer} lost before binding`
      case 'expired':
      case 'lost':
        return `${this.#peer} did not answer to bind`
    }
  }

  #gain(): number {
    this.#isBound = true
    this.#detail = null
    this.#reported.clear()
    this.#enter('bound')
    this.#options.metrics.bound('bound')
    this.#options.logger.info({ bind: this.kind, peer: this.#peer }, 'bound')
    this.#options.onChange()
    return this.#options.clock.now()
  }

  #lose(): void {
    if (!this.#isBound) return
    this.#isBound = false
    this.#enter('connecting')
    this.#options.onChange()
  }

  #fail(attempt: Exclude<Attempt, 'held'>, detail: string): Attempt {
    if (this.#stopping.signal.aborted) return attempt
    const refused = attempt !== 'failed'
    if (refused) this.#enter('refused')
    this.#options.metrics.bound(refused ? 'refused' : 'failed')
    this.#complain(detail, refused)
    return attempt
  }

  /** Logs each problem once; when attempts fail in the same way again, that goes to the debug log only. */
  #complain(detail: string, refused = false): void {
    const { logger } = this.#options
    if (refused || this.#state !== 'refused') this.#detail = detail
    const fields = { bind: this.kind, peer: this.#peer, detail }
    if (this.#reported.has(detail)) logger.debug(fields, 'still not bound')
    else if (refused) logger.error(fields, 'bind rejected; check the credentials')
    else logger.warn(fields, 'bind failed')
    if (this.#reported.size >= MOST_LISTED) this.#reported.clear()
    this.#reported.add(detail)
  }

  #enter(state: BindStatus['state']): void {
    if (this.#state === state) return
    this.#state = state
    this.#since = new Date(this.#options.clock.now())
  }

  #wait(delayMs: number): Promise<void> {
    const { signal } = this.#stopping
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const cancel = this.#options.clock.after(delayMs, wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || (error as NodeJS.ErrnoException).code || error.name
}
