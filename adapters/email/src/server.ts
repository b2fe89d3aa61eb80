import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { type Health, waitAtMost, waitUnlessAborted } from '@heliograph/contracts'
import { isLoopback } from '@heliograph/messaging'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type ClientSlot, Door, keyOf } from './door.ts'
import { MailSession } from './mail-session.ts'
import type { ServerContext } from './server-context.ts'
import { SmtpRefusal } from './smtp-answers.ts'

/** A session that has not ended. */
interface OpenSession {
  readonly mail: MailSession
  /** Set once the client is known. */
  slot: ClientSlot | undefined
  /** Cancels the time limit: for a mail once the client is known, for a login before. */
  cancelTimeout: () => void
}

/** How long clients may take to hang up when the gateway stops. */
const GOODBYE_MS = 1_000

/** The ports of an instance, and the connections to them. */
export class EmailServer {
  readonly #context: ServerContext
  readonly #door: Door
  /** By the id of the session. */
  readonly #sessions = new Map<string, OpenSession>()
  /** By connection, see `keyOf`. */
  readonly #sockets = new Map<string, Socket>()
  /** Mails received in full and not answered yet. */
  readonly #underWay = new Set<Promise<unknown>>()
  #servers: readonly SMTPServer[] = []

  constructor(context: ServerContext) {
    this.#context = context
    this.#door = new Door(context.config)
  }

  /** Connections that have not logged in, and how many such were closed so far to make room for others. */
  get strangers(): { readonly now: number; readonly displaced: number } {
    return { now: this.#door.strangers, displaced: this.#door.displaced }
  }

  get connections(): number {
    return this.#sessions.size
  }

  get address(): { readonly port: number; readonly tlsPort?: number } | undefined {
    const [port, tlsPort] = this.#servers.map(({ server }) => (server.address() as AddressInfo).port)
    if (port === undefined) return undefined
    return tlsPort === undefined ? { port } : { port, tlsPort }
  }

  /** Shows another certificate to clients that begin TLS from now on. Throws when it cannot be used. */
  useTls({ cert, key }: { readonly cert: string; readonly key: string }): void {
    // A certificate that cannot be used would leave the server without any.
    createSecureContext({ cert, key })
    for (const server of this.#servers) server.updateSecureContext({ cert, key })
  }

  health(): Health {
    return this.#servers.length > 0 ? { status: 'ok' } : { status: 'down', reason: 'not listening' }
  }

  /** Rejects when a port cannot be opened; none is open then. */
  async start(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const { config, logger } = this.#context
    const { tls } = config
    const plain = await this.#listen(config.port, false)
    try {
      signal.throwIfAborted()
      this.#servers = tls?.port === undefined ? [plain] : [plain, await this.#listen(tls.port, true)]
    } catch (error) {
      await closed(plain)
      throw error
    }
    logger.info(this.address ?? {}, 'Mail server listens')
  }

  /**
   * Accepts nothing new, answers the mails received in full, and hangs up. Cuts off what takes longer than `signal`
   * allows.
   */
  async stop(signal: AbortSignal): Promise<void> {
    const servers = this.#servers
    this.#servers = []
    const ended = Promise.all(servers.map(closed))
    await waitUnlessAborted(signal, Promise.allSettled(this.#underWay))
    for (const { connections } of servers)
      for (const connection of connections) connection.send(421, 'The gateway is shutting down')
    await waitAtMost(this.#context.clock, GOODBYE_MS, ended, signal)
    for (const socket of this.#sockets.values()) socket.destroy()
    await ended
    for (const { cancelTimeout } of this.#sessions.values()) cancelTimeout()
    this.#sessions.clear()
  }

  async #listen(port: number, isTls: boolean): Promise<SMTPServer> {
    const { config, domain, logger } = this.#context
    const { host, tls } = config
    const server = new SMTPServer({
      name: domain,
      heloResponse: '%s',
      secure: isTls,
      ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : { cert: tls.cert, key: tls.key }),
      minVersion: 'TLSv1.2',
      // Some senders need no login; MAIL FROM decides.
      authOptional: true,
      allowInsecureAuth: isLoopback(host),
      authMethods: ['PLAIN', 'LOGIN'],
      size: config.maxBytes,
      rejectOversized: true,
      maxRecipients: config.maxRecipients,
      socketTimeout: config.idleTimeoutMs,
      disableReverseLookup: true,
      logger: false,
      onConnect: (session, callback) => answer(callback, () => this.#open(server, session)),
      onSecure(_socket, session, callback) {
        session.disabledCommands = undefined
        callback()
      },
      onAuth: ({ password, username }, session, callback) => {
        const user = username ?? ''
        answer(
          (error) => callback(error, { user }),
          async () => {
            await this.#mailSessionOf(session).logIn(user, password ?? '')
            this.#recognise(server, session)
          },
        )
      },
      onMailFrom: ({ address }, session, callback) =>
        answer(callback, async () => {
          const mail = this.#mailSessionOf(session)
          await mail.begin(address)
          if (mail.isKnown) this.#recognise(server, session)
        }),
      onRcptTo: ({ address }, session, callback) => answer(callback, () => this.#mailSessionOf(session).add(address)),
      onData: (stream, session, callback) => {
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        const recipients = rcptTo.map(({ address }) => address)
        const mail = this.#mailSessionOf(session)
        void collect(stream).then((octets) => {
          if (octets === undefined) return
          // The server itself refuses a mail that is too large.
          if (stream.sizeExceeded) return callback()
          const taken = mail.take({ sender, recipients, octets }).then(
            (text) => callback(null, text),
            (error: Error) => callback(error),
          )
          this.#underWay.add(taken)
          void taken.finally(() => {
            this.#underWay.delete(taken)
            this.#wait(server, session)
          })
        })
      },
      onClose: (session) => {
        const { id } = session
        const key = keyOf(session)
        // STARTTLS has taken all listeners off the socket.
        this.#sockets.delete(key)
        this.#door.leave(key)
        const open = this.#sessions.get(id)
        open?.cancelTimeout()
        open?.slot?.release()
        this.#sessions.delete(id)
      },
    })
    server.on('error', (error) => logger.debug({ err: error }, 'A connection failed'))
    server.server.on('connection', (socket: Socket) => {
      const key = keyOf(socket)
      this.#sockets.set(key, socket)
      this.#door.arrive(socket, () => cutOff(server, socket))
      socket.once('close', () => this.#sockets.delete(key))
    })
    server.listen(port, host)
    // Rejects when the server emits an error instead.
    await once(server.server, 'listening')
    return server
  }

  async #open(server: SMTPServer, session: SMTPServerSession): Promise<void> {
    const { host, logInTimeoutMs } = this.#context.config
    const mail = new MailSession(this.#context, session.remoteAddress)
    this.#sessions.set(session.id, { mail, slot: undefined, cancelTimeout: () => {} })
    // A client that sees AUTH offered may send the password at once, so AUTH is offered on encrypted or local
    // connections only.
    const { disabledCommands = [] } = server.options
    if (!session.secure && !isLoopback(host)) session.disabledCommands = [...disabledCommands, 'AUTH']
    this.#limit(server, session, logInTimeoutMs, 'No login was received in time')
  }

  /** Gives a client that has just become known its slot. */
  #recognise(server: SMTPServer, session: SMTPServerSession): void {
    const open = this.#sessions.get(session.id)
    if (open === undefined || open.slot !== undefined) return
    open.slot = this.#door.recognise(session)
    this.#wait(server, session)
  }

  /** Restarts the time limit for receiving a mail in full; that of a stranger goes on. */
  #wait(server: SMTPServer, session: SMTPServerSession): void {
    if (this.#sessions.get(session.id)?.slot === undefined) return
    this.#limit(server, session, this.#context.config.mailTimeoutMs, 'No mail was received in time')
  }

  #limit(server: SMTPServer, session: SMTPServerSession, ms: number, reason: string): void {
    const open = this.#sessions.get(session.id)
    if (open === undefined) return
    open.cancelTimeout()
    open.cancelTimeout = this.#context.clock.after(ms, () => {
      for (const connection of server.connections) if (connection.session === session) connection.send(421, reason)
    })
  }

  #mailSessionOf(session: SMTPServerSession): MailSession {
    const open = this.#sessions.get(session.id)
    if (open === undefined) throw new SmtpRefusal(421, 'This connection is closed')
    return open.mail
  }
}

function answer(callback: (error?: Error | null) => void, work: () => Promise<void>): void {
  Promise.resolve()
    .then(work)
    .then(
      () => callback(),
      (error: Error) => callback(error),
    )
}

/**
 * Resolves with the octets of a mail; undefined when its sender has hung up. Nothing is kept of a mail that is too
 * large.
 */
async function collect(
  stream: AsyncIterable<Buffer> & { readonly sizeExceeded: boolean },
): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) {
      if (stream.sizeExceeded) chunks.length = 0
      else chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks)
}

/**
 * Cuts a connection off from its outermost layer, because Node does not survive it when a TLS handshake loses the
 * socket below it.
 */
function cutOff(server: SMTPServer, socket: Socket): void {
  const inHandshake = server._pendingSockets.get(socket)
  if (inHandshake !== undefined) {
    inHandshake.destroy()
    return
  }
  const key = keyOf(socket)
  const connection = [...server.connections].find((each) => keyOf(each) === key)
  if (connection === undefined) socket.destroy()
  // The layer of a handshake after STARTTLS is not known; the server itself ends it then.
  else if (connection._upgrading) connection.close()
  else connection._socket.destroy()
}

function closed(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(resolve))
}
