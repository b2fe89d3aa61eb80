import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePorts } from '@heliograph/testkit'
import { WAIT_LIMIT_MS } from './arrivals.ts'
import { findProgram } from './installed.ts'
import { type KannelPorts, renderKannelConfiguration } from './kannel-configuration.ts'
import { type Program, startProgram } from './program.ts'

export interface KannelOptions {
  /** Port of the SMPP server that it is a client of. */
  readonly smppPort: number
  readonly systemId: string
  readonly password: string
  /** One session for both directions, or a transmitter and a receiver. */
  readonly binds: 'transceiver' | 'transmitter and receiver'
  /** Base URL for callbacks of incoming SMS (`/incoming`) and receipts (`/receipt`). */
  readonly callbackUrl: string
  /** Further lines for the group `smsc`. */
  readonly lines?: readonly string[]
}

/** A bearerbox and a smsbox. */
export interface Kannel {
  /**
   * Sends a text. With `reference` there are calls of `/receipt?reference=<reference>&type=<1 delivered, 2 failed, 8
   * taken, 16 refused>&reply=...`. Throws when smsbox does not take it.
   */
  send(message: KannelMessage): Promise<void>
  /** The state of each connection, from the status page: `online`, `connecting`, `re-connecting`, `dead`, ... */
  states(): Promise<readonly string[]>
  /** Waits until each connection is in this state. */
  waitForState(state: string): Promise<void>
  /** bearerbox's log so far. */
  log(): Promise<string>
  stop(): Promise<void>
}

export interface KannelMessage {
  readonly from: string
  readonly to: string
  readonly text: string
  readonly reference?: string
  /** When absent: every `type` except 4, queued on the way. */
  readonly receiptMask?: number
}

/** An SMS from a subscriber as smsbox passes it on. */
export interface KannelIncoming {
  /** With a + when the number is international (TON 1). */
  readonly from: string
  readonly to: string
  readonly text: string
}

/** Parses the query of a call to `/incoming`. smsbox escapes the octets of the text, in the charset that it names. */
export function readKannelIncoming(query: string): KannelIncoming {
  const { from = '', to = '', charset = '' } = Object.fromEntries(new URLSearchParams(query))
  const escaped = /(?:^|&)text=([^&]*)/.exec(query)?.[1] ?? ''
  const octets = escaped
    .replaceAll('+', ' ')
    .replace(/%([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { from, to, text: new TextDecoder(charset).decode(Buffer.from(octets, 'latin1')) }
}

const UCS2 = '2'
const START_ATTEMPTS = 3

/**
 * Starts both programs on free ports; resolves when they work, whatever the state of their connections. Where Kannel is
 * missing, see `withoutKannel`.
 */
export async function startKannel(options: KannelOptions): Promise<Kannel> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-kannel-'))
  for (let attempt = 1; ; attempt += 1) {
    const [admin = 0, box = 0, http = 0] = await findFreePorts(3)
    const ports = { admin, box, http }
    const programs = await startPrograms(folder, ports, options)
    if (programs) return operate(folder, ports, options, programs)
    if (attempt === START_ATTEMPTS) {
      const log = await readLog(folder)
      await rm(folder, { recursive: true, force: true })
      throw new Error(`Kannel did not start: ${log.slice(-2_000)}`)
    }
  }
}

/** Resolves with undefined when one of them ended, as happens when a port is taken. */
async function startPrograms(folder: string, ports: KannelPorts, options: KannelOptions) {
  const file = join(folder, 'kannel.conf')
  await writeFile(file, renderKannelConfiguration(folder, ports, options), { mode: 0o600 })
  const run = (name: string) => startProgram(findProgram(name) ?? name, ['-v', '4', file], { cwd: folder })
  const bearerbox = run('bearerbox')
  let smsbox: Program | undefined
  const works = await waitUntil(async () => {
    const page = await readStatus(ports)
    // smsbox gives up for good when bearerbox does not listen yet.
    if (page !== undefined) smsbox ??= run('smsbox')
    const mayGoOn = bearerbox.isRunning && smsbox?.isRunning !== false
    return !mayGoOn || (/<type>smsbox<\/type>/.test(page ?? '') && (await answers(ports.http)))
  })
  if (works && smsbox?.isRunning && bearerbox.isRunning) return [smsbox, bearerbox] as const
  await Promise.all([smsbox?.stop(), bearerbox.stop()])
  return undefined
}

function operate(folder: string, ports: KannelPorts, options: KannelOptions, programs: readonly Program[]): Kannel {
  const states = async () => {
    const page = (await readStatus(ports)) ?? ''
    const groups = page.match(/<smsc>\s*<name>[\s\S]*?<\/smsc>/g) ?? []
    return groups.map((group) => /<status>([\w-]+)/.exec(group)?.[1] ?? 'unknown')
  }
  const expected = options.binds === 'transceiver' ? 1 : 2
  return {
    states,
    async send(message) {
      const response = await fetch(`http://127.0.0.1:${ports.http}/cgi-bin/sendsms?${sendQuery(message, options)}`)
      const answer = await response.text()
      if (response.status !== 202) throw new Error(`smsbox answered ${response.status}: ${answer}`)
    },
    async waitForState(state) {
      const reached = await waitUntil(async () => {
        const now = await states()
        return now.length === expected && now.every((each) => each === state)
      })
      if (!reached) {
        throw new Error(`Kannel is ${await states()}, not ${state}; its log: ${(await readLog(folder)).slice(-2_000)}`)
      }
    },
    log: () => readLog(folder),
    async stop() {
      for (const program of programs) await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function sendQuery(message: KannelMessage, { callbackUrl }: KannelOptions): URLSearchParams {
  const isAscii = [...message.text].every((character) => character <= '~' || '£€'.includes(character))
  const query = new URLSearchParams({
    username: 'test',
    password: 'test',
    from: message.from,
    to: message.to,
    charset: 'utf-8',
    text: message.text,
    ...(!isAscii && { coding: UCS2 }),
  })
  if (message.reference !== undefined) {
    query.set('dlr-mask', String(message.receiptMask ?? 1 + 2 + 8 + 16))
    // Kannel fills in %d and %A.
    const reference = encodeURIComponent(message.reference)
    query.set('dlr-url', `${callbackUrl}/receipt?reference=${reference}&type=%d&reply=%A`)
  }
  return query
}

async function readStatus({ admin }: KannelPorts): Promise<string | undefined> {
  return fetch(`http://127.0.0.1:${admin}/status.xml?password=test`).then(
    (response) => response.text(),
    () => undefined,
  )
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/cgi-bin/sendsms`).then(
    async (response) => (await response.text()) !== '',
    () => false,
  )
}

function readLog(folder: string): Promise<string> {
  return readFile(join(folder, 'bearerbox.log'), 'latin1').catch(() => '')
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + WAIT_LIMIT_MS
  for (;;) {
    if (await isDone()) return true
    if (Date.now() > deadline) return false
    await delay(50)
  }
}
