import {
  type CheckFinding,
  type Clock,
  type Health,
  type Mail,
  MailError,
  waitUnlessAborted,
} from '@heliograph/contracts'
import { createTransport } from 'nodemailer'
import type { MailForwardConfig } from './config.ts'
import { mailData } from './mail-data.ts'
import { toMailError } from './relay-error.ts'

/** The `Mail` service over persistent connections to a relay. */
export interface Relay extends Mail {
  /** Starts sending mail; connections are opened as needed. */
  open(): void
  /** Waits for the mails under way, until the signal aborts, and closes all connections. Idempotent. */
  close(signal: AbortSignal): Promise<void>
  health(): Health
  check(signal: AbortSignal): Promise<readonly CheckFinding[]>
}

/** Creates the relay without connecting to it. */
export function createRelay(config: MailForwardConfig, clock: Clock): Relay {
  const underWay = new Set<Promise<unknown>>()
  let transport: ReturnType<typeof createPool> | undefined
  /** The error of the last mail; undefined when it was accepted. */
  let trouble: string | undefined

  return {
    open() {
      transport ??= createPool(config)
    },
    async send(mail, signal) {
      const data = mailData(mail, config)
      if (transport === undefined)
        throw new MailError('temporary', 'Mail is not sent while the gateway starts or stops')
      if (signal.aborted) throw new MailError('temporary', 'Given up before it was sent')
      const sending = transport.sendMail({ ...data, date: new Date(clock.now()), signal })
      underWay.add(sending)
      try {
        await sending
        trouble = undefined
      } catch (error) {
        const failure = signal.aborted
          ? new MailError('temporary', 'Given up while it was sent', error)
          : toMailError(error)
        if (failure.failure === 'temporary' && !signal.aborted) trouble = failure.message
        throw failure
      } finally {
        underWay.delete(sending)
      }
    },
    async close(signal) {
      const closing = transport
      transport = undefined
      if (closing === undefined) return
      await waitUnlessAborted(signal, Promise.allSettled(underWay))
      closing.close({ force: true })
    },
    health() {
      if (transport === undefined) return { status: 'down', reason: 'not started' }
      return trouble === undefined ? { status: 'ok' } : { status: 'degraded', reason: `the relay: ${trouble}` }
    },
    async check(signal) {
      const name = `relay ${config.host}:${config.port}`
      const probe = createPool({ ...config, connections: 1 })
      const end = () => probe.close({ force: true })
      signal.addEventListener('abort', end, { once: true })
      try {
        await probe.verify()
        return [{ name, ok: true, message: 'It can be reached, and takes the login.' }]
      } catch (error) {
        const remedy = 'Start the relay, or mend host, port, startTls, user and password.'
        return [{ name, ok: false, message: toMailError(error).message, remedy }]
      } finally {
        signal.removeEventListener('abort', end)
        end()
      }
    },
  }
}

function createPool({ ca, connections, host, password, port, secure, startTls, timeoutMs, user }: MailForwardConfig) {
  return createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: startTls === 'required',
    ignoreTLS: startTls === 'never',
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
    maxConnections: connections,
    // Sends again when the relay had already closed the connection.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
