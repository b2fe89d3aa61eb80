import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { TEST_CERTIFICATE } from '@heliograph/testkit'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as received by the relay. */
export interface SunkMail {
  readonly from: string
  readonly to: readonly string[]
  /** Octets, one character each. */
  readonly raw: string
  readonly isEncrypted: boolean
  readonly user: string | undefined
}

/** A relay on a port of this machine that keeps its mails and answers as the test says. */
export interface Sink {
  readonly port: number
  readonly mails: readonly SunkMail[]
  /** Connections so far. */
  readonly connections: number
  /**
   * Its answer to each mail, by the place in the dialogue; undefined accepts the mail. May wait. `raw` is the mail, for
   * DATA.
   */
  answer: (place: Place, to: string, raw: string) => Answer | undefined | Promise<Answer | undefined>
  close(): Promise<void>
}

export type Place = 'MAIL' | 'RCPT' | 'DATA'

export interface Answer {
  readonly code: number
  readonly text: string
}

export const LOGIN = { user: 'gateway', password: 's3cret' }

/** With `tls` it offers STARTTLS; with `login` it requires the login above. */
export async function startSink(options: { readonly tls?: boolean; readonly login?: boolean } = {}): Promise<Sink> {
  const mails: SunkMail[] = []
  let connections = 0
  const asError = (answer: Answer | undefined) =>
    answer && Object.assign(new Error(answer.text), { responseCode: answer.code })
  const handlers: SMTPServerOptions = {
    onConnect(_session, callback) {
      connections += 1
      callback()
    },
    onAuth({ username, password }, _session, callback) {
      const isRight = username === LOGIN.user && password === LOGIN.password
      callback(null, isRight ? { user: username } : { message: 'no such log-in' })
    },
    onMailFrom: (_address, _session, callback) => void ask('MAIL', '').then(callback),
    onRcptTo: ({ address }, _session, callback) => void ask('RCPT', address).then(callback),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(chunks).toString('latin1')
        const problem = await ask('DATA', to[0] ?? '', raw)
        if (problem === undefined)
          mails.push({
            from: mailFrom ? mailFrom.address : '',
            to,
            raw,
            isEncrypted: session.secure,
            user: session.user,
          })
        callback(problem)
      })
    },
  }
  const sink: Omit<Sink, 'port'> = {
    mails,
    get connections() {
      return connections
    },
    answer: () => undefined,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const connection of server.connections) connection.close()
      await closed
    },
  }
  const ask = async (place: Place, to: string, raw = '') => asError(await sink.answer(place, to, raw))
  const server = new SMTPServer({
    ...handlers,
    logger: false,
    disableReverseLookup: true,
    authOptional: !options.login,
    disabledCommands: options.tls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    ...TEST_CERTIFICATE,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return Object.defineProperty(sink, 'port', { value: (server.server.address() as AddressInfo).port }) as Sink
}

/** Waits for a condition that other events make true. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !condition(); ) {
    if (performance.now() > deadline) throw new Error(`this never came to be: ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 30_000
