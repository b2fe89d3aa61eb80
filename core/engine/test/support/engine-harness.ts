import {
  type Carrier,
  type Clock,
  type HttpClient,
  type NewClient,
  PRIORITIES,
  type Principal,
  type Reports,
  Reports as ReportsToken,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { type CapturedMetrics, captureLogger, captureMetrics, createHttpClientDouble } from '@heliograph/testkit'
import { Default } from 'typebox/value'
import type { AccountDirectory } from '../../src/accounts/directory.ts'
import { Engine, type EngineSettings, engineSections, type MasterKeys, type NodeRole } from '../../src/index.ts'
import { createEngineDatabase } from './engine-database.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/** The defaults of every section, with changes for the test. */
export function testSettings(
  changes: { readonly [K in keyof EngineSettings]?: Partial<EngineSettings[K]> } = {},
): EngineSettings {
  const entries = Object.entries(engineSections).map(([name, schema]) => {
    const change = changes[name as keyof EngineSettings]
    if (schema.type === 'array') return [name, change ?? []]
    return [name, { ...(Default(schema, {}) as object), ...change }]
  })
  return Object.fromEntries(entries) as EngineSettings
}

export interface Harness {
  readonly url: string
  readonly engine: Engine
  readonly principal: Principal
  readonly log: ReturnType<typeof captureLogger>
  readonly metrics: CapturedMetrics
  readonly reports: Reports
  submit(
    message: Partial<SubmitMessage> & { to?: string | readonly string[] },
    request?: Partial<SubmitRequest>,
  ): Promise<SubmitResult>
  /** Waits until a condition on the database or the carriers holds. */
  until(condition: () => boolean | Promise<boolean>, what: string): Promise<void>
  stateOf(smsId: number): Promise<string | undefined>
  /** Counts the client's messages by state; those without a row in message_state are `queued`. */
  states(): Promise<Readonly<Record<string, number>>>
  /** Another client with a channel, a user and a key. */
  addClient(client?: Partial<NewClient>): Promise<Principal>
  /** Does what an announcement of a change of accounts does. */
  forgetAccounts(): void
  /** The credit of a client as stored, null when it has no limit. */
  creditOf(clientId?: number): Promise<string | null>
  /** Nodes that joined this one; they are closed before its database is removed. */
  readonly nodes: Set<Harness>
  /** May be called again. */
  close(): Promise<void>
}

export interface HarnessOptions {
  readonly carriers?: ReadonlyMap<string, Carrier>
  readonly settings?: Parameters<typeof testSettings>[0]
  readonly roles?: readonly NodeRole[]
  readonly credit?: string
  readonly clock?: Clock
  /** The way to a migrated database of the test's own, which is left as it is; default: one for the harness. */
  readonly url?: string
  /** Uses the database (and account) of another harness, as a second node. */
  readonly joinTo?: Harness
  readonly onFatal?: (reason: string) => void
  readonly http?: HttpClient
  readonly monotonic?: () => number
  readonly dataDir?: string
  readonly masterKeys?: MasterKeys
}

/** Fixed, so that an engine in another process can share a database. */
export const MASTER_KEY = Buffer.alloc(32, 9)
/** The one that takes its place where master keys change. */
export const NEXT_MASTER_KEY = Buffer.alloc(32, 10)

/** An engine on a database of its own, with a client, a channel and a user; started when carriers are given. */
export async function startEngine(options: HarnessOptions = {}): Promise<Harness> {
  const given = options.joinTo?.url ?? options.url
  const database = given === undefined ? await createEngineDatabase() : { url: given, close: async () => {} }
  const log = captureLogger()
  const metrics = captureMetrics()
  const engine = new Engine({
    url: database.url,
    settings: testSettings(options.settings),
    masterKeys: options.masterKeys ?? [MASTER_KEY],
    nodeName: 'test',
    roles: options.roles ?? ['dispatch', 'webhooks', 'cron'],
    clock: options.clock ?? systemClock,
    logger: log,
    metrics,
    http: options.http ?? createHttpClientDouble(),
    publicUrl: () => 'https://sms.example.com',
    ...(options.monotonic !== undefined && { monotonic: options.monotonic }),
    dataDir: options.dataDir,
    onFatal: options.onFatal ?? ((reason) => log.error({}, reason)),
  })
  await engine.open()
  const principal =
    options.joinTo?.principal ??
    (await provision(engine, options.credit === undefined ? {} : { credit: options.credit }))
  if (options.carriers !== undefined) {
    await engine.join()
    engine.useCarriers(options.carriers)
    await engine.startWork()
  }
  const reports = engine.services.find(({ token }) => token.id === ReportsToken.id)?.service as Reports
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    await Promise.all([...harness.nodes].map((node) => node.close()))
    await engine.stopWork()
    await engine.close()
    await database.close()
  }
  const harness: Harness = {
    url: database.url,
    engine,
    principal,
    log,
    metrics,
    reports,
    submit: (message, request) => engine.submissions.submit(principal, makeRequest(message, request)),
    until: waitUntil,
    stateOf: async (smsId) => (await reports.find(principal, { smsId, limit: 1 })).records[0]?.state,
    async states() {
      const rows = await engine.sql<{ state: string; messages: number }[]>`
        select coalesce(message_state.state::text, 'queued') as state, count(*) as messages
        from message left join message_state using (sms_id) where client_id = ${principal.clientId} group by 1 order by 1`
      return Object.fromEntries(rows.map((row) => [row.state, row.messages]))
    },
    addClient: (client) => provision(engine, client),
    forgetAccounts: () => (engine.directory as AccountDirectory).invalidate(),
    async creditOf(clientId = principal.clientId) {
      const [row] = await engine.sql<{ credit: string | null }[]>`
        select credit from client_credit where client_id = ${clientId}`
      return row?.credit ?? null
    },
    nodes: new Set(),
    close: () => {
      closing ??= close()
      return closing
    },
  }
  options.joinTo?.nodes.add(harness)
  return harness
}

let clients = 0

async function provision(engine: Engine, client: Partial<NewClient> = {}): Promise<Principal> {
  clients += 1
  const serial = clients
  const { provisioning, sql } = engine
  const { clientId } = await provisioning.addClient({ name: `Client ${serial}`, price: '0.05', ...client })
  const number = `2782${String(serial).padStart(7, '0')}`
  await provisioning.addChannel({ clientId, number, isDefault: true })
  // The user gets no password hash, since that takes longer than everything else here.
  const [user] = await sql<{ user_id: number }[]>`
    insert into app_user (client_id, email, password_hash) values (${clientId}, 'ops@acme.test', '') returning user_id`
  const { apiKey } = await provisioning.addKey({ userId: user?.user_id as number })
  const principal = await engine.directory.byApiKey(apiKey)
  if (principal === undefined) throw new Error('the key just made is not known')
  return principal
}

/** A request with one message; `to` may be several recipients. */
export function makeRequest(
  { to = '27821110000', ...message }: Parameters<Harness['submit']>[0],
  request: Partial<SubmitRequest> = {},
): SubmitRequest {
  const recipients = typeof to === 'string' ? [to] : to
  const destinations = recipients.map((recipient) => ({ to: recipient }))
  return {
    origin: 'test',
    priority: PRIORITIES.HIGH,
    numbers: 'international',
    atomic: true,
    messages: [{ text: 'hello', destinations, ...message }],
    ...request,
  }
}

const PATIENCE_MS = 60_000

/** Polls, because what it waits for happens in another process (Postgres), so there is no event to await. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited too long until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
