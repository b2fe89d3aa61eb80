import { Directory, type Principal, Segments } from '@heliograph/contracts'
import { NETWORK_PREFIX, serviceSuite } from '@heliograph/testkit'
import { hashPassword } from '../src/accounts/provisioning/password.ts'
import { createRecordIds } from '../src/database/record-ids.ts'
import type { EngineSegments } from '../src/intake/segments/segments.ts'
import { countHours } from '../src/read/figures/count-hours.ts'
import { countMinutes } from '../src/read/figures/count-minutes.ts'
import { startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

// spec: Outgoing message request (v2) | rule | messages[].destinations[].messageId finds the message again -> a message id
// spec: Send result (v2) | rule | messages[].from is the channel that was used -> the channel a message names is used, also with a plus
serviceSuite(async () => {
  const closed = new FakeLink('closed')
  closed.setUp(false)
  const node = await startEngine({
    http: { request: async () => ({ status: 200, headers: {}, body: '', octets: new Uint8Array(), elapsedMs: 1 }) },
    carriers: new Map([['net', carrierOf(new FakeLink(), closed)]]),
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
    async addWebhook({ clientId, channelId }, { kind = 'dlr', state = 'failed', subjectId = 1, createdAt } = {}) {
      const at = createdAt ?? new Date()
      const [webhookId] = await ids.take(1)
      await sql`
        insert into webhook
          (webhook_id, client_id, channel_id, kind, subject_id, url, content_type, body, created_at, state, attempts,
          first_at, first_elapsed_ms, first_status, first_reply)
        values (${webhookId as number}, ${clientId}, ${channelId}, ${kind}, ${subjectId}, 'https://client.example/',
          'application/json', ${JSON.stringify({ kind })}, ${at}, ${state}, 1, ${at}, 5, 400, 'no')`
      return webhookId as number
    },
    async pauseHost(clientId, host, probeAt) {
      await sql`
        insert into webhook_batch (webhook_ids, attempts, endpoint, due_at)
        values ('{1}'::bigint[], 0, ${`${clientId} ${host}`}, ${probeAt})`
    },
    async counted() {
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
})
