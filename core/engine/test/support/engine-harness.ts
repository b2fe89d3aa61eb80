import { randomBytes } from 'node:crypto'
import {
  type Carrier,
  type Clock,
  PRIORITIES,
  type Principal,
  type Reports,
  Reports as ReportsToken,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import { captureLogger, captureMetrics, createHttpClientDouble, createTestDatabase } from '@heliograph/testkit'
import { Default } from 'typebox/value'
import { Engine, type EngineSettings, engineSections, migrate, type NodeRole } from '../../src/index.ts'

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
    const defaults = Default(schema, {}) as object
    return [name, { ...defaults, ...changes[name as keyof EngineSettings] }]
  })
  return Object.fromEntries(entries) as EngineSettings
}

export interface Harness {
  readonly url: string
  readonly engine: Engine
  readonly principal: Principal
  readonly log: ReturnType<typeof captureLogger>
  readonly reports: Reports
  submit(
    message: Partial<SubmitMessage> & { to?: string | readonly string[] },
    request?: Partial<SubmitRequest>,
  ): Promise<SubmitResult>
  /** Waits until a condition on the database or the carriers holds. */
  until(condition: () => boolean | Promise<boolean>, what: string): Promise<void>
  stateOf(smsId: number): Promise<string | undefined>
  close(): Promise<void>
}

export interface HarnessOptions {
  readonly carriers?: ReadonlyMap<string, Carrier>
  readonly settings?: Parameters<typeof testSettings>[0]
  readonly roles?: readonly NodeRole[]
  readonly credit?: string
  readonly clock?: Clock
  /** Use the database (and account) of another harness: a second node. */
  readonly joinTo?: Harness
  readonly onFatal?: (reason: string) => void
}

const MASTER_KEY = randomBytes(32)

/** An engine on a database of its own, with a client, a channel and a user; started when carriers are given. */
export async function startEngine(options: HarnessOptions = {}): Promise<Harness> {
  const database = options.joinTo ?? (await createTestDatabase({ template: 'engine', migrate }))
  const log = captureLogger()
  const engine = new Engine({
    url: database.url,
    settings: testSettings(options.settings),
    masterKey: MASTER_KEY,
    nodeName: 'test',
    roles: options.roles ?? ['dispatch', 'webhooks', 'cron'],
    clock: options.clock ?? systemClock,
    logger: log,
    metrics: captureMetrics(),
    http: createHttpClientDouble(),
    onFatal: options.onFatal ?? ((reason) => log.error({}, reason)),
  })
  await engine.open()
  const principal = options.joinTo?.principal ?? (await provision(engine, options.credit))
  if (options.carriers !== undefined) {
    await engine.join()
    engine.useCarriers(options.carriers)
    await engine.startWork()
  }
  const reports = engine.services.find(({ token }) => token.id === ReportsToken.id)?.service as Reports
  return {
    url: database.url,
    engine,
    principal,
    log,
    reports,
    submit: (message, request) => engine.submissions.submit(principal, makeRequest(message, request)),
    until: waitUntil,
    stateOf: async (smsId) => (await reports.find(principal, { smsId, limit: 1 }))[0]?.state,
    async close() {
      await engine.stopWork()
      await engine.close()
      if (options.joinTo === undefined) await database.close()
    },
  }
}

async function provision(engine: Engine, credit: string | undefined): Promise<Principal> {
  const { provisioning } = engine
  const { clientId } = await provisioning.addClient({
    name: 'Acme',
    price: '0.05',
    ...(credit === undefined ? {} : { credit }),
  })
  await provisioning.addChannel({ clientId, number: '27820001234', isDefault: true })
  const { userId } = await provisioning.addUser({ clientId, email: 'ops@acme.test', password: 'correct horse' })
  const { apiKey } = await provisioning.addKey({ userId })
  const principal = await engine.directory.byApiKey(apiKey)
  if (principal === undefined) throw new Error('the key just made is not known')
  return principal
}

function makeRequest(
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

const PATIENCE_MS = 20_000

/** Polls: what is waited for lies in another process (Postgres), so there is no event to await. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
