import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WebhookKind, WebhookState } from '@heliograph/contracts'
import { type EngineCaller, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const HOUR = 3_600_000

async function addWebhook(
  { kit }: EngineCaller,
  { agoMs = 0, ...draft }: { kind?: WebhookKind; state?: WebhookState; agoMs?: number; url?: string } = {},
): Promise<number> {
  const { channel, clientId } = kit.account
  const createdAt = new Date(kit.clock.now() - agoMs)
  const facts = { subjectId: 7, url: 'https://acme.example/hook', reply: '<b>down</b>', createdAt }
  return kit.world.addWebhook({ clientId, channelId: channel.channelId }, { ...facts, ...draft })
}

const idsOf = (answer: { json: { records: readonly { webhookId: number }[] } }) =>
  answer.json.records.map(({ webhookId }) => webhookId)

describe('the log of webhooks', () => {
  test('is filtered and paged, newest first', async () => {
    await withCallers(async (caller) => {
      const first = await addWebhook(caller, { agoMs: HOUR })
      const second = await addWebhook(caller, { kind: 'incoming', state: 'delivered' })
      const third = await addWebhook(caller, { kind: 'opt-out', state: 'pending' })
      const since = new Date(caller.kit.clock.now() - HOUR / 2).toISOString()
      const rows: readonly (readonly [query: string, ids: readonly number[]])[] = [
        ['', [third, second, first]],
        ['?kind=incoming', [second]],
        ['?state=failed', [first]],
        ['?subjectId=7&state=pending', [third]],
        [`?channelId=${caller.kit.account.channel.channelId}`, [third, second, first]],
        ['?channelId=999999', []],
        [`?since=${since}`, [third, second]],
        [`?cursor=${second}`, [first]],
        ['?limit=2', [third, second]],
      ]
      for (const [query, ids] of rows)
        assert.deepEqual(idsOf(await caller.ask('user', 'GET', `/webhooks${query}`)), ids, query)
      assert.equal((await caller.ask('user', 'GET', '/webhooks?limit=2')).json.next, second)
      for (const query of ['?kind=fax', '?state=lost', '?since=yesterday', '?limit=0', '?limit=1001', '?cursor=x'])
        assert.equal((await caller.ask('user', 'GET', `/webhooks${query}`)).status, 400, query)
    })
  })

  test('shows one with its request and attempts', async () => {
    await withCallers(async (caller) => {
      const webhookId = await addWebhook(caller)
      const { json } = await caller.ask('user', 'GET', `/webhooks/${webhookId}`)
      assert.deepEqual([json.state, json.request.method, json.log.length], ['failed', 'POST', 1])
      assert.deepEqual([json.log[0].status, json.log[0].reply], [400, '<b>down</b>'])
      assert.equal((await caller.ask('user', 'GET', '/webhooks/999999')).json.code, 'webhook-not-found')
    })
  })

  test('is for the own client; operators see others and all', async () => {
    await withCallers(async (caller) => {
      const webhookId = await addWebhook(caller)
      const { clientId } = caller.kit.account
      assert.deepEqual(idsOf(await caller.ask('stranger', 'GET', '/webhooks')), [])
      assert.deepEqual(idsOf(await caller.ask('stranger', 'GET', '/webhooks?everyClient=true')), [])
      assert.equal((await caller.ask('stranger', 'GET', `/webhooks/${webhookId}`)).status, 404)
      assert.deepEqual(idsOf(await caller.ask('operator', 'GET', '/webhooks')), [])
      assert.deepEqual(idsOf(await caller.ask('operator', 'GET', `/webhooks?client=${clientId}`)), [webhookId])
      assert.equal(idsOf(await caller.ask('operator', 'GET', '/webhooks?everyClient=true'))[0], webhookId)
    })
  })
})

describe('sending webhooks again', () => {
  test('some, or all that failed since a time', async () => {
    await withCallers(async (caller) => {
      const old = await addWebhook(caller, { agoMs: HOUR })
      const fresh = await addWebhook(caller)
      const other = await addWebhook(caller, { kind: 'opt-in' })
      const resend = async (body: unknown) => (await caller.ask('admin', 'POST', '/webhooks/resend', body)).json
      const failedSince = new Date(caller.kit.clock.now() - HOUR / 2).toISOString()
      assert.deepEqual(await resend({ webhookIds: [old] }), { resent: 1 })
      assert.deepEqual(await resend({ failedSince, kind: 'opt-in' }), { resent: 1 })
      assert.deepEqual(await resend({ failedSince }), { resent: 1 })
      for (const webhookId of [old, fresh, other]) {
        const { state, log } = (await caller.ask('user', 'GET', `/webhooks/${webhookId}`)).json
        assert.ok(state === 'pending' || log.length > 1, `${webhookId} is ${state}`)
      }
      for (const body of [{}, { webhookIds: [] }, { webhookIds: ['x'] }, { failedSince: 'x' }])
        assert.equal((await resend(body)).category, 'invalid', JSON.stringify(body))
    })
  })

  test('has a limit: 300 in a minute to a host, then it is refused with the time to wait', async () => {
    await withCallers(async (caller) => {
      const url = 'https://limited.example/hook'
      const webhookIds = await Promise.all(Array.from({ length: 20 }, () => addWebhook(caller, { url })))
      let resent = 0
      let refused = 0
      for (let call = 0; call < 60; call += 1) {
        const { status, json } = await caller.ask('admin', 'POST', '/webhooks/resend', { webhookIds })
        if (status === 200) resent += json.resent
        else refused += Number(status === 429 && json.code === 'too-many-resends')
      }
      assert.deepEqual([resent, refused], [300, 45])
    })
  })

  test('is for those who keep the client', async () => {
    await withCallers(async (caller) => {
      const webhookIds = [await addWebhook(caller)]
      assert.equal((await caller.ask('user', 'POST', '/webhooks/resend', { webhookIds })).status, 403)
      assert.deepEqual((await caller.ask('stranger', 'POST', '/webhooks/resend', { webhookIds })).json, { resent: 0 })
      const failedSince = '2020-01-01T00:00:00Z'
      assert.deepEqual((await caller.ask('operator', 'POST', '/webhooks/resend', { failedSince })).json, { resent: 0 })
      const acting = `/webhooks/resend?client=${caller.kit.account.clientId}`
      assert.deepEqual((await caller.ask('operator', 'POST', acting, { failedSince })).json, { resent: 1 })
    })
  })
})

describe('a webhook', () => {
  test('for a try shows what was sent and answered, and is limited', async () => {
    await withCallers(async (caller) => {
      const channel = `/channels/${caller.kit.account.channel.channelId}`
      const path = `${channel}/webhook-test`
      const dlrUrl = 'https://acme.example/dlr'
      const missing = await caller.ask('admin', 'POST', path, { kind: 'dlr' })
      assert.deepEqual([missing.status, missing.json.code], [400, 'no-webhook-url'])
      await caller.ask('admin', 'PATCH', channel, { dlrUrl })
      const { status, json } = await caller.ask('admin', 'POST', path, { kind: 'dlr' })
      assert.deepEqual([status, json.request.url, json.answer.status], [200, dlrUrl, 200])
      assert.equal((await caller.ask('user', 'POST', path, { kind: 'dlr' })).status, 403)
      assert.equal((await caller.ask('stranger', 'POST', path, { kind: 'dlr' })).status, 404)
      const statuses = []
      for (let index = 0; index < 10; index += 1)
        statuses.push((await caller.ask('admin', 'POST', path, { kind: 'dlr' })).status)
      assert.deepEqual(statuses, [...Array(8).fill(200), 429, 429])
    })
  })
})

test('hosts that webhooks wait for are told to their client', async () => {
  await withCallers(async (caller) => {
    const now = caller.kit.clock.now()
    const { clientId } = caller.kit.account
    const times = { since: new Date(now - HOUR), probeAt: new Date(now + HOUR) }
    await caller.kit.world.node.engine.sql`
      insert into webhook_batch (webhook_ids, attempts, endpoint, since, due_at)
      values ('{1,2,3}'::bigint[], 0, ${`${clientId} https://acme.example`}, ${times.since}, ${times.probeAt})`
    const { json } = await caller.ask('user', 'GET', '/webhooks/paused-hosts')
    const [since, probeAt] = [times.since.toISOString(), times.probeAt.toISOString()]
    assert.deepEqual(json, {
      records: [{ clientId, host: 'https://acme.example', waiting: 3, since, probeAt }],
      next: null,
    })
    const seenBy = async (who: 'stranger' | 'operator', query: string) =>
      (await caller.ask(who, 'GET', `/webhooks/paused-hosts${query}`)).json.records.filter(
        (each: { clientId: number }) => each.clientId === clientId,
      ).length
    assert.equal(await seenBy('stranger', '?everyClient=true'), 0)
    assert.equal(await seenBy('operator', ''), 0)
    assert.equal(await seenBy('operator', '?everyClient=true'), 1)
  })
})
