import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type Principal,
  type SubmitEntry,
  type SubmitRequest,
  type Subscriptions,
  Subscriptions as SubscriptionsToken,
} from '@heliograph/contracts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'

let h: Harness
before(async () => {
  h = await startEngine()
})
after(() => h.close())

const TO = '27821110001'

function request(messageId: string, change: { to?: string; text?: string } = {}): SubmitRequest {
  const { to = TO, text = 'hello' } = change
  return makeRequest({}, { messages: [{ text, destinations: [{ to, messageId }] }] })
}

async function submit(client: Principal, sent: SubmitRequest): Promise<SubmitEntry> {
  const { entries } = await h.engine.submissions.submit(client, sent)
  return entries[0] as SubmitEntry
}

const messagesOf = async (client: Principal) =>
  (await h.engine.sql`select from message where client_id = ${client.clientId}`).length

describe('a message id used again', () => {
  it('for the same message is answered with the first and changes nothing', async () => {
    const client = await h.addClient({ credit: '1' })
    const first = await submit(client, request('a'))
    const second = await submit(client, request('a'))
    assert.deepEqual(second, first)
    assert.equal(await messagesOf(client), 1)
    assert.equal(await h.creditOf(client.clientId), '0.950000')
    const jobs = await h.engine.sql`
      select from batch where ${first.smsId}::bigint = any(sms_ids)`
    assert.equal(jobs.length, 1)
  })

  it('locks the first, so that its acknowledgement waits for the standby as well', async () => {
    const client = await h.addClient({ credit: '1' })
    const locked = async () => {
      const rows = await h.engine.sql`select xmax <> 0 as locked from message where client_id = ${client.clientId}`
      return rows.map((row) => row.locked)
    }
    await submit(client, request('standby'))
    assert.deepEqual(await locked(), [false])
    await submit(client, request('standby'))
    assert.deepEqual(await locked(), [true])
  })

  it('is answered with the state the first has now', async () => {
    const first = await submit(h.principal, request('now'))
    await h.engine.sql`
      insert into message_state (sms_id, state, attempt) values (${first.smsId}, 'delivered', 1)`
    assert.deepEqual(await submit(h.principal, request('now')), { ...first, state: 'delivered' })
  })

  it('of a scheduled message is answered as scheduled', async () => {
    const sendAt = new Date(Date.now() + 3_600_000)
    const sent = makeRequest({}, { messages: [{ text: 'x', sendAt, destinations: [{ to: TO, messageId: 'later' }] }] })
    const first = await submit(h.principal, sent)
    assert.equal(first.state, 'scheduled')
    assert.deepEqual(await submit(h.principal, sent), first)
  })

  it('in another spelling of the number is the same', async () => {
    const first = await submit(h.principal, request('spelling'))
    assert.deepEqual(await submit(h.principal, request('spelling', { to: '+27 82 111-0001' })), first)
  })

  for (const { name, text } of [
    { name: 'NUL', text: 'a\0b' },
    { name: 'a lone surrogate', text: 'a\uD83Db' },
  ]) {
    it(`is the same for a text with ${name}, which is stored replaced`, async () => {
      const first = await submit(h.principal, request(`odd ${name}`, { text }))
      assert.deepEqual(await submit(h.principal, request(`odd ${name}`, { text })), first)
    })
  }

  it('may itself hold what Postgres cannot store', async () => {
    const first = await submit(h.principal, request('id\0odd'))
    const second = await submit(h.principal, request('id\0odd'))
    assert.deepEqual([second.smsId, second.state], [first.smsId, 'queued'])
  })

  for (const { name, change } of [
    { name: 'text', change: { text: 'hello!' } },
    { name: 'recipient', change: { to: '27821110002' } },
  ]) {
    it(`for another ${name} is refused`, async () => {
      const client = await h.addClient({ credit: '1' })
      await submit(client, request('b'))
      const again = await submit(client, request('b', change))
      assert.deepEqual([again.state, again.smsId, again.messageId], ['duplicate', 0, 'b'])
      assert.equal(await messagesOf(client), 1)
      assert.equal(await h.creditOf(client.clientId), '0.950000')
    })
  }

  it('by another client is none of its business', async () => {
    const [one, other] = await Promise.all([h.addClient(), h.addClient()])
    const first = await submit(one, request('c'))
    const second = await submit(other, request('c', { text: 'theirs' }))
    assert.equal(second.state, 'queued')
    assert.notEqual(second.smsId, first.smsId)
  })

  it('within one request: the same is answered alike, another text is refused', async () => {
    const message = (text: string, messageId: string) => ({ text, destinations: [{ to: TO, messageId }] })
    const messages = [message('x', 'd'), message('x', 'd'), message('y', 'd'), message('x', 'e')]
    const { entries } = await h.engine.submissions.submit(h.principal, makeRequest({}, { messages }))
    assert.deepEqual(
      entries.map(({ state }) => state),
      ['queued', 'queued', 'duplicate', 'queued'],
    )
    assert.equal(entries[1]?.smsId, entries[0]?.smsId)
    assert.notEqual(entries[3]?.smsId, entries[0]?.smsId)
  })

  it('by fifty requests at once is stored once', async () => {
    const client = await h.addClient({ credit: '1' })
    const entries = await Promise.all(Array.from({ length: 50 }, () => submit(client, request('f'))))
    assert.equal(new Set(entries.map(({ smsId }) => smsId)).size, 1)
    assert.ok(entries.every(({ state }) => state === 'queued'))
    assert.equal(await messagesOf(client), 1)
    assert.equal(await h.creditOf(client.clientId), '0.950000')
  })

  it('on two nodes at once is stored once', async () => {
    const second = await startEngine({ joinTo: h })
    const client = await h.addClient()
    const ids = Array.from({ length: 40 }, (_, index) => `g${index}`)
    const message = (messageId: string) => ({ text: 'x', destinations: [{ to: TO, messageId }] })
    const send = (engine: Harness['engine'], order: readonly string[]) =>
      engine.submissions.submit(client, makeRequest({}, { messages: order.map(message) }))
    const [one, other] = await Promise.all([send(h.engine, ids), send(second.engine, [...ids].reverse())])
    await second.close()
    const byId = new Map(one.entries.map((entry) => [entry.messageId, entry.smsId]))
    for (const entry of other.entries) assert.equal(entry.smsId, byId.get(entry.messageId))
    assert.equal(await messagesOf(client), 40)
  })

  it('is answered with the first, as it stands, even after the contact opted out or the credit ran out', async () => {
    const subscriptions = h.engine.services.find(({ token }) => token.id === SubscriptionsToken.id)
      ?.service as Subscriptions
    const client = await h.addClient({ credit: '0.05' })
    const first = await submit(client, request('h'))
    assert.deepEqual(await submit(client, request('h')), first)
    await subscriptions.set(client.clientId, TO, 'opted-out', { kind: 'web' })
    assert.deepEqual(await submit(client, request('h')), { ...first, state: 'opted-out' })
    const fresh = await submit(client, request('i'))
    assert.equal(fresh.state, 'opted-out')
    await subscriptions.set(client.clientId, TO, 'opted-in', { kind: 'web' })
    await h.engine.provisioning.setClient({ clientId: client.clientId, addCredit: '1' })
    assert.equal((await submit(client, request('i'))).state, 'queued')
  })

  it('that is no number is refused without using the id up', async () => {
    const client = await h.addClient()
    const bad = await submit(client, request('j', { to: 'nobody' }))
    assert.deepEqual([bad.state, bad.messageId], ['bad-number', 'j'])
    assert.equal((await submit(client, request('j'))).state, 'queued')
  })
})
