import assert from 'node:assert/strict'
import type { Brand } from '@heliograph/contracts'
import { type AccountOptions, type AdapterKit, withAdapterKit } from '@heliograph/testkit'
import smpp from '../src/index.ts'
import type { SmppServices } from '../src/services.ts'
import { connectRaw, type RawClient } from './raw-client.ts'

/** A started server on a free port, with all its services in memory. */
export interface World extends AdapterKit {
  readonly port: number
  /** A connection that is cut when the test ends. */
  connect(options?: { answers?: boolean }): Promise<RawClient>
  /** A connection that has bound as the account under test, unless the fields say otherwise. */
  bind(kind?: BindKind, options?: BindOptions): Promise<RawClient>
}

export type BindKind = 'transmitter' | 'receiver' | 'transceiver'

export interface BindOptions {
  readonly answers?: boolean
  readonly fields?: Readonly<Record<string, unknown>>
}

export interface WorldOptions {
  readonly config?: Readonly<Record<string, unknown>>
  readonly account?: AccountOptions
  readonly brand?: Brand
  /** Replaces or wraps the services that the server gets. */
  readonly services?: (services: SmppServices) => SmppServices
}

/** E-mail of the account under test: longer than the 15 octets that many clients cut it to. */
export const EMAIL = 'operations@example.com'

/** The configuration of a test's server, unless the test gives another one. */
export const CONFIG = { port: 0, host: '127.0.0.1' }

/** Runs `work` with a server, then cuts the remaining connections and stops the server. */
export async function withServer(work: (world: World) => Promise<void>, options: WorldOptions = {}): Promise<void> {
  const account = { user: { email: EMAIL }, channel: { number: '27000111222' }, ...options.account }
  const module = options.services ? withServices(options.services) : smpp
  await withAdapterKit(
    module,
    { config: { ...CONFIG, ...options.config }, account, brand: options.brand },
    async (kit) => {
      const { port } = kit.adapter.address?.() ?? assert.fail('the server has no address')
      const clients: RawClient[] = []
      const connect: World['connect'] = async (connection) => {
        const client = await connectRaw(port, connection)
        clients.push(client)
        return client
      }
      const bind: World['bind'] = async (kind = 'transceiver', { answers, fields } = {}) => {
        const client = await connect(answers === undefined ? {} : { answers })
        const answer = await client.request(`bind_${kind}`, { ...credentials(kit), ...fields })
        assert.equal(answer.command_status, 0, 'the bind is refused')
        return client
      }
      try {
        await work({ ...kit, port, connect, bind })
      } finally {
        for (const client of clients) await client.end()
      }
    },
  )
}

function withServices(change: (services: SmppServices) => SmppServices): typeof smpp {
  return {
    ...smpp,
    create: (context, config) => smpp.create({ ...context, services: change(context.services) }, config),
  }
}

/** Holds back all callers of `pass` until it is opened. */
export interface Gate {
  /** Resolves when a caller waits. */
  readonly reached: Promise<void>
  pass(): Promise<void>
  open(): void
}

export function createGate(): Gate {
  let reach = () => {}
  let open = () => {}
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    reached,
    open: () => open(),
    pass() {
      reach()
      return opened
    },
  }
}

/** The system id and password of the account under test. */
export function credentials({ account }: Pick<AdapterKit, 'account'>): { system_id: string; password: string } {
  return { system_id: account.principal.email, password: account.apiKey.slice(0, 8) }
}

/** Waits until everything under way on this machine's sockets has arrived, since an enquire_link overtakes nothing. */
export async function settle(client: RawClient): Promise<void> {
  await client.request('enquire_link')
}

/** Waits for a condition that other events make true. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !condition(); ) {
    if (performance.now() > deadline) assert.fail(`this never came to be: ${what}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 30_000
