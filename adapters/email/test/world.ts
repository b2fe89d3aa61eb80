import assert from 'node:assert/strict'
import { type AccountOptions, type AdapterKit, CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import email from '../src/index.ts'
import { connectSmtp, type Reply, type SmtpClient } from './smtp-client.ts'

/** E-mail of the account under test. */
export const EMAIL = 'jo@acme.example'
export const PASSWORD = 'correct horse'
export const NUMBER = '27821234567'
export const RECIPIENT = `${NUMBER}@sms.example`

/** The configuration of a server in the tests, unless a test says otherwise. */
export const CONFIG = { port: 0, host: '127.0.0.1', domain: 'sms.example' }
export const ACCOUNT: AccountOptions = {
  user: { email: EMAIL, password: PASSWORD },
  channel: { number: '27000111222' },
}

/** A started server on a free port, with everything around it in memory. */
export interface World extends AdapterKit {
  readonly port: number
  /** Opens a connection that is cut when the test ends. */
  connect(options?: { ehlo?: boolean }): Promise<SmtpClient>
  /** Opens one that has logged in as the account under test. */
  logIn(): Promise<SmtpClient>
}

export interface WorldOptions {
  readonly config?: Readonly<Record<string, unknown>>
  readonly account?: AccountOptions
}

/** Runs `work` with a server, then cuts what is still connected and stops it. */
export async function withServer(work: (world: World) => Promise<void>, options: WorldOptions = {}): Promise<void> {
  const config = { ...CONFIG, ...options.config }
  const account = { ...ACCOUNT, ...options.account }
  await withAdapterKit(email, { config, account }, async (kit) => {
    const { port } = kit.adapter.address?.() ?? assert.fail('the server has no address')
    const clients: SmtpClient[] = []
    const connect: World['connect'] = async (how) => {
      const client = await connectSmtp(port, how)
      clients.push(client)
      return client
    }
    const logIn = async () => {
      const client = await connect()
      assert.equal((await client.say(`AUTH PLAIN ${plain(EMAIL, CONFORMANCE_API_KEY)}`)).code, 235)
      return client
    }
    try {
      await work({ ...kit, port, connect, logIn })
    } finally {
      for (const client of clients) await client.end()
    }
  })
}

/** The initial response of AUTH PLAIN. */
export function plain(user: string, password: string): string {
  return Buffer.from(`\0${user}\0${password}`).toString('base64')
}

export interface Mail {
  readonly from?: string
  readonly to?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * Sends a mail. Resolves with the answer to the mail, or with the first refusal when it cannot be sent. Refused
 * recipients are left out as long as there are others.
 */
export async function send(client: SmtpClient, mail: Mail = {}): Promise<Reply> {
  const { from = EMAIL, to = [RECIPIENT] } = mail
  const begun = await client.say(`MAIL FROM:<${from}>`)
  if (begun.code !== 250) return begun
  let refused: Reply | undefined
  for (const recipient of to) {
    const reply = await client.say(`RCPT TO:<${recipient}>`)
    if (reply.code !== 250) refused ??= reply
  }
  const data = await client.say('DATA')
  if (data.code !== 354) {
    await client.say('RSET')
    return refused ?? data
  }
  client.write(octetsOf(mail))
  client.write('\r\n.\r\n')
  return client.reply()
}

/** Returns a mail as it goes over the wire, without its end. */
export function octetsOf({ body = 'Come home.', headers = {} }: Mail): Uint8Array {
  const all = { From: EMAIL, To: RECIPIENT, Subject: 'Dinner', 'Message-ID': '<1@acme.example>', ...headers }
  const lines = Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${lines.join('')}\r\n`), Buffer.from(body)])
}

/** The texts that were accepted. */
export function texts({ engine }: Pick<AdapterKit, 'engine'>): readonly string[] {
  return engine.messages.map(({ text }) => text)
}

/** Waits for a condition that other events bring about. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !condition(); ) {
    if (performance.now() > deadline) assert.fail(`this never came to be: ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 30_000
