import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WebhookKind, WebhookState } from '@heliograph/contracts'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const HOUR = 3_600_000

function addWebhook({ kit }: KeyCaller, changes: { kind?: WebhookKind; state?: WebhookState; agoMs?: number } = {}) {
  const { kind = 'dlr', state = 'failed', agoMs = 0 } = changes
  const { channel, clientId } = kit.account
  const createdAt = new Date(kit.clock.now() - agoMs)
  const attempt = { attempt: 1, at: createdAt, status: 503, failure: null, reply: '<b>down</b>', elapsedMs: 12 }
  const url = 'https://acme.example/hook'
  const facts = { subjectId: 7, url, attempts: 1, log: [attempt], createdAt }
  return kit.engine.webhooks.add({ ...facts, kind, state, clientId, channelId: channel.channelId })
}

const idsOf = (answer: { json: { records: readonly { webhookId: number }[] } }) =>
  answer.json.records.map(({ webhookId }) => webhookId)

describe('the log of webhooks', () => {
  test('is filtered and paged, newest first', async () => {
    await withCallers(async (caller) => {
      const first = addWebhook(caller, { agoMs: HOUR })
      const second = addWebhook(caller, { kind: 'incoming', state: 'delivered' })
      const third = addWebhook(caller, { kind: 'opt-out', state: 'pending' })
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
      const webhookId = addWebhook(caller)
      const { json } = await caller.ask('user', 'GET', `/webhooks/${webhookId}`)
      assert.deepEqual([json.state, json.request.method, json.log.length], ['failed', 'POST', 1])
      assert.deepEqual([json.log[0].status, json.log[0].reply], [503, '<b>down</b>'])
      assert.equal((await caller.ask('user', 'GET', '/webhooks/999999')).json.code, 'webhook-not-found')
    })
  })

  test('is for the own client; operators see others and all', async () => {
    await withCallers(async (caller) => {
      const webhookId = addWebhook(caller)
      const { clientId } = caller.kit.account
      assert.deepEqual(idsOf(await caller.ask('stranger', 'GET', '/webhooks')), [])
      assert.deepEqual(idsOf(await caller.ask('stranger', 'GET', '/webhooks?everyClient=true')), [])
      assert.equal((await caller.ask('stranger', 'GET', `/webhooks/${webhookId}`)).status, 404)
      assert.deepEqual(idsOf(await caller.ask('operator', 'GET', '/webhooks')), [])
      assert.deepEqual(idsOf(await caller.ask('operator', 'GET', `/webhooks?client=${clientId}`)), [webhookId])
      assert.deepEqual(idsOf(await caller.ask('operator', 'GET', '/webhooks?everyClient=true')), [webhookId])
    })
  })
})

describe('sending webhooks again', () => {
  test('some, or all that failed since a time', async () => {
    await withCallers(async (caller) => {
      const old = addWebhook(caller, { agoMs: HOUR })
      const fresh = addWebhook(caller)
      const other = addWebhook(caller, { kind: 'opt-in' })
      const resend = async (body: unknown) => (await caller.ask('admin', 'POST', '/webhooks/resend', body)).json
      const failedSince = new Date(caller.kit.clock.now() - HOUR / 2).toISOString()
      assert.deepEqual(await resend({ webhookIds: [old] }), { resent: 1 })
      assert.deepEqual(await resend({ failedSince, kind: 'opt-in' }), { resent: 1 })
      assert.deepEqual(await resend({ failedSince }), { resent: 1 })
      const stateOf = (id: number) => caller.kit.engine.webhooks.all.find(({ webhookId }) => webhookId === id)?.state
      assert.deepEqual([old, fresh, other].map(stateOf), ['pending', 'pending', 'pending'])
      for (const body of [{}, { webhookIds: [] }, { webhookIds: ['x'] }, { failedSince: 'x' }])
        assert.equal((await resend(body)).category, 'invalid', JSON.stringify(body))
    })
  })

  test('has a limit: 300 in a minute to a host, then it is refused with the time to wait', async () => {
    await withCallers(async (caller) => {
      const webhookIds = Array.from({ length: 20 }, () => addWebhook(caller))
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
      const webhookIds = [addWebhook(caller)]
      assert.equal((await caller.ask('user', 'POST', '/webhooks/resend', { webhookIds })).status, 403)
      assert.deepEqual((await caller.ask('stranger', 'POST', '/webhooks/resend', { webhookIds })).json, { resent: 0 })
      const failedSince = '2020-01-01T00:00:00Z'
      assert.deepEqual((await caller.ask('operator', 'POST', '/webhooks/resend', { failedSince })).json, { resent: 0 })
      const acting = `/webhooks/resend?client=${caller.kit.account.clientId}`
      assert.deepEqual((await caller.ask('operator', 'POST', acting, { failedSince })).json, { resent: 1 })
    })
  })
})

test('hosts that webhooks wait for are told to their client', async () => {
  await withCallers(async (caller) => {
    const now = caller.kit.clock.now()
    const { clientId } = caller.kit.account
    const times = { since: new Date(now - HOUR), probeAt: new Date(now + HOUR) }
    caller.kit.engine.webhooks.pause({ clientId, host: 'https://acme.example', waiting: 3, ...times })
    const { json } = await caller.ask('user', 'GET', '/webhooks/paused-hosts')
    const [since, probeAt] = [times.since.toISOString(), times.probeAt.toISOString()]
    assert.deepEqual(json, {
      records: [{ clientId, host: 'https://acme.example', waiting: 3, since, probeAt }],
      next: null,
    })
    const seenBy = async (who: 'stranger' | 'operator', query: string) =>
      (await caller.ask(who, 'GET', `/webhooks/paused-hosts${query}`)).json.records.length
    assert.equal(await seenBy('stranger', '?everyClient=true'), 0)
    assert.equal(await seenBy('operator', ''), 0)
    assert.equal(await seenBy('operator', '?everyClient=true'), 1)
  })
})
