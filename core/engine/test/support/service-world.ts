import {
  Directory,
  type LinkPdu,
  type Principal,
  Segments,
  type WebhookKind,
  type WebhookState,
} from '@heliograph/contracts'
import { NETWORK_PREFIX, type ServiceWorld } from '@heliograph/testkit'
import { hashPassword } from '../../src/accounts/provisioning/password.ts'
import { createRecordIds } from '../../src/database/record-ids.ts'
import type { EngineSegments } from '../../src/intake/segments/segments.ts'
import { countHours } from '../../src/read/figures/count-hours.ts'
import { countMinutes } from '../../src/read/figures/count-minutes.ts'
import { countOptOuts } from '../../src/read/figures/count-opt-outs.ts'
import { type Harness, startEngine, systemClock } from './engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './fake-carrier.ts'
import { find } from './smpp-node.ts'

/** A webhook as a case needs it. */
export interface WebhookDraft {
  /** Default `dlr`. */
  readonly kind?: WebhookKind
  /** Default `failed`. */
  readonly state?: WebhookState
  readonly subjectId?: number
  /** Default now. */
  readonly createdAt?: Date
  readonly url?: string
  /** What the attempt was answered with. */
  readonly reply?: string
}

/** The services of the engine, with the node behind them. */
export interface EngineWorld extends ServiceWorld {
  readonly node: Harness
  /** `net/main`. */
  readonly link: FakeLink
  /** Adds a webhook that by default was attempted once and failed with status 400; resolves with its id. */
  addWebhook(channel: { clientId: number; channelId: number }, webhook?: WebhookDraft): Promise<number>
  /** Makes a client's webhooks wait for a host until it is probed. */
  pauseHost(clientId: number, host: string, probeAt: Date): Promise<void>
  /** Brings the figures of `SystemStatus` and `PeriodFigures` up to date. */
  counted(): Promise<void>
}

/** The last PDU of the link. */
const ENQUIRED: LinkPdu = {
  at: new Date(),
  direction: 'out',
  bind: 'transceiver',
  peer: 'smsc.example.net:2775',
  command: 'enquire_link',
  status: 'ESME_ROK',
  sequenceNumber: 7,
  fields: [],
  octets: '00000010000000150000000000000007',
  length: 16,
}

/**
 * Starts a node on a database of its own. Messages to `NETWORK_PREFIX` go to the network over `net/main`; all others
 * wait for `net/closed`, which stays down.
 */
export async function startServiceWorld(): Promise<EngineWorld> {
  const link = new FakeLink()
  link.pdus = [ENQUIRED]
  const closed = new FakeLink('closed')
  closed.setUp(false)
  const node = await startEngine({
    http: { request: async () => ({ status: 200, headers: {}, body: '', octets: new Uint8Array(), elapsedMs: 1 }) },
    carriers: new Map([['net', carrierOf(link, closed)]]),
    settings: {
      defaults: { country: 'ZA', currency: 'ZAR' },
      routes: { default: { links: ['net/closed'] }, network: { links: ['net/main'] } },
      routing: [{ when: { to: [NETWORK_PREFIX] }, route: 'network' }],
    },
  })
  const { engine } = node
  engine.useKeyHandout(true)
  const { provisioning, sql } = engine
  const ids = createRecordIds(sql, systemClock)
  const numbers = { last: 27_830_000_000 }
  let users = 0

  /** The password has a weak hash, because a strong one takes longer than everything else here. */
  async function addUser(clientId: number, password: string): Promise<string> {
    const hash = await hashPassword(password, { logN: 4, r: 8, p: 1 })
    const [user] = await sql<{ user_id: number }[]>`
      insert into app_user (client_id, email, password_hash)
      values (${clientId}, ${`ops@${clientId}.test`}, ${hash}) returning user_id`
    return (await provisioning.addKey({ userId: user?.user_id as number, scope: 'portal' })).apiKey
  }

  return {
    node,
    link,
    service: (token) => find(engine.services, token),
    now: Date.now,
    async addClient({ hasChannel = true, price = '0.05', ...options } = {}) {
      const { clientId } = await provisioning.addClient({ name: 'Client', price, ...options })
      const address = hasChannel ? String(++numbers.last) : ''
      if (hasChannel) await provisioning.addChannel({ clientId, number: address, isDefault: true })
      const password = `password of ${clientId}`
      const apiKey = await addUser(clientId, password)
      node.forgetAccounts()
      const principal = (await find(engine.services, Directory).byApiKey(apiKey)) as Principal
      return { principal, apiKey, password, address }
    },
    async addUser(clientId, { channelId = null, role = 'user' }) {
      users += 1
      const [user] = await sql<{ user_id: number }[]>`
        insert into app_user (client_id, email, password_hash, channel_id, role)
        values (${clientId}, ${`own@${users}.test`}, '', ${channelId}, ${role}) returning user_id`
      const { apiKey } = await provisioning.addKey({ userId: user?.user_id as number, scope: 'portal' })
      node.forgetAccounts()
      return (await find(engine.services, Directory).byApiKey(apiKey)) as Principal
    },
    addKey: async (userId, scope) => (await provisioning.addKey({ userId, scope })).apiKey,
    async addChannel(clientId, { default: isDefault, enabled, ...options }) {
      const { channelId } = await provisioning.addChannel({ clientId, isDefault, ...options })
      node.forgetAccounts()
      return channelId
    },
    async accountsChanged() {
      node.forgetAccounts()
    },
    async disableChannel(channelId) {
      await provisioning.setChannel({ channelId, enabled: false })
      node.forgetAccounts()
    },
    async disableUser(userId) {
      await provisioning.setUser({ userId, enabled: false })
    },
    loginLink: async (userId) => (await engine.loginLinks.create(userId)).token,
    creditOf: (clientId) => node.creditOf(clientId),
    async submitted(smsId) {
      await node.until(async () => {
        const [row] = await sql<{ state: string }[]>`
          select state::text from message_state where sms_id = ${smsId}::bigint`
        return row?.state === 'submitted'
      }, `${smsId} is with the network`)
      return { carrier: 'net', networkId: networkIdOf(smsId, 1, 1) }
    },
    async addWebhook({ clientId, channelId }, { createdAt, ...draft } = {}) {
      const { kind = 'dlr', state = 'failed', subjectId = 1, reply = 'no', url = 'https://client.example/' } = draft
      const at = createdAt ?? new Date()
      const [webhookId] = await ids.take(1)
      await sql`
        insert into webhook
          (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, created_at, state, attempts,
          first_at, first_elapsed_ms, first_status, first_reply)
        values (${webhookId as number}, ${clientId}, ${channelId}, ${kind}, ${subjectId}, ${url},
          'application/json', ${JSON.stringify({ kind })}, ${at}, ${state}, 1, ${at}, 5, 400, ${reply})`
      return webhookId as number
    },
    async pauseHost(clientId, host, probeAt) {
      await sql`
        insert into webhook_batch (webhook_ids, attempts, endpoint, due_at)
        values ('{1}'::bigint[], 0, ${`${clientId} ${host}`}, ${probeAt})`
    },
    async counted() {
      while (await countOptOuts(sql, -1));
      // The node counts too, and may be doing so just now.
      await node.until(async () => {
        await sql`update minute_count_turn set due_at = now()`
        return countMinutes(sql)
      }, 'the minutes are counted')
      await sql`update figure_turn set due_at = now() where due_at is not null`
      await node.until(async () => {
        while (await countHours(sql));
        const due = await sql`select from figure_turn where due_at <= now()`
        return due.length === 0
      }, 'the hours are counted')
    },
    useHooks: (hooks) => engine.useHooks(hooks),
    async routeOf(smsId) {
      const [row] = await sql<{ route: string }[]>`select route from message where sms_id = ${smsId}::bigint`
      return row?.route as string
    },
    async overdueSegments() {
      await sql`update segment set accepted_at = accepted_at - interval '61 seconds'`
      await (find(engine.services, Segments) as EngineSegments).sweep()
    },
    close: () => node.close(),
  }
}
