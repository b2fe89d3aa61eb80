import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PRIORITIES, type Principal, Submissions, type SubmitMessage } from '@heliograph/contracts'
import { parseCsv } from '@heliograph/wire'
import { type KeyCaller, withCallers } from './support/key-caller.ts'

const HOUR = 3_600_000
const TO = '27821110001'
const TO_TOO = '27821110002'

interface Draft extends Partial<Omit<SubmitMessage, 'destinations'>> {
  readonly to?: string
  readonly origin?: string
  readonly bulkId?: string
  readonly messageId?: string
  readonly who?: Principal
}

async function send({ kit }: KeyCaller, draft: Draft = {}): Promise<number> {
  const { to = TO, origin = 'v2', bulkId, messageId, who = kit.account.principal, text = 'hello', ...more } = draft
  const messages = [{ destinations: [{ to, messageId }], text, ...more }]
  const request = { origin, bulkId, priority: PRIORITIES.HIGH, numbers: 'international', atomic: true } as const
  const { entries } = await kit.engine.service(Submissions).submit(who, { ...request, messages })
  return entries[0]?.smsId as number
}

const idsOf = (answer: { json: { records: readonly { smsId: number }[] } }) =>
  answer.json.records.map(({ smsId }) => smsId)

const inHours = ({ kit }: KeyCaller, hours: number) => new Date(kit.clock.now() + hours * HOUR)

describe('the list of messages', () => {
  test('is filtered and paged, newest first', async () => {
    await withCallers(async (caller) => {
      const first = await send(caller, { messageId: 'mine', reference: 'order 7', text: 'Ünder way' })
      const second = await send(caller, { to: TO_TOO, origin: 'smpp', bulkId: 'bulk' })
      const third = await send(caller, { sendAt: inHours(caller, 1) })
      caller.kit.engine.deliver(second)
      const time = (hours: number) => encodeURIComponent(inHours(caller, hours).toISOString())
      const { address } = caller.kit.account.channel
      const rows: readonly (readonly [query: string, ids: readonly number[]])[] = [
        ['', [third, second, first]],
        [`?smsId=${second}`, [second]],
        ['?messageId=mine', [first]],
        ['?bulkId=bulk', [second]],
        ['?reference=order%207', [first]],
        ['?text=ÜNDER', [first]],
        [`?from=${address}`, [third, second, first]],
        ['?from=none', []],
        ['?to=082%20111%200002', [second]],
        [`?to=%2B${TO}`, [third, first]],
        ['?state=delivered', [second]],
        ['?state=delivered&state=scheduled', [third, second]],
        ['?origin=smpp', [second]],
        ['?origin=smpp&origin=v2', [third, second, first]],
        [`?since=${time(-1)}&until=${time(1)}`, [third, second, first]],
        [`?until=${time(-1)}`, []],
        [`?cursor=${second}`, [first]],
        ['?limit=2', [third, second]],
      ]
      for (const [query, ids] of rows)
        assert.deepEqual(idsOf(await caller.ask('user', 'GET', `/messages${query}`)), ids, query)
      assert.equal((await caller.ask('user', 'GET', '/messages?limit=2')).json.next, second)
      assert.equal((await caller.ask('user', 'GET', '/messages')).json.next, null)
      for (const query of ['?state=lost', '?since=soon', '?limit=0', '?limit=201', '?to=nobody', '?smsId=x'])
        assert.equal((await caller.ask('user', 'GET', `/messages${query}`)).status, 400, query)
    })
  })

  test('is of the own client; operators see another one, or all', async () => {
    await withCallers(async (caller) => {
      const { account, stranger } = caller.kit
      const own = await send(caller)
      const foreign = await send(caller, { who: stranger.principal })
      const list = (who: 'user' | 'operator' | 'stranger', query = '') => caller.ask(who, 'GET', `/messages${query}`)
      assert.deepEqual(idsOf(await list('stranger')), [foreign])
      assert.deepEqual(idsOf(await list('operator')), [foreign])
      assert.deepEqual(idsOf(await list('operator', `?client=${account.clientId}`)), [own])
      assert.deepEqual(idsOf(await list('operator', '?everyClient=true')), [foreign, own])
      assert.equal((await list('stranger', '?everyClient=true')).status, 403)
    })
  })
})

describe('one message', () => {
  test('says all there is to say, and what happened to it', async () => {
    await withCallers(async (caller) => {
      const smsId = await send(caller, { text: '<b>hello</b>', reference: 'ref', metadata: { order: 7 } })
      caller.kit.engine.move(smsId, 'submitted')
      caller.kit.engine.move(smsId, 'undeliverable', { errorId: 1, networkStatus: 'UNDELIV' })
      const { json } = await caller.ask('user', 'GET', `/messages/${smsId}`)
      assert.deepEqual(
        [json.smsId, json.text, json.reference, json.metadata, json.state, json.error.id, json.error.isPermanent],
        [smsId, '<b>hello</b>', 'ref', { order: 7 }, 'undeliverable', 1, true],
      )
      const history = await caller.ask('user', 'GET', `/messages/${smsId}/history`)
      const kinds = history.json.records.map(({ kind }: { kind: string }) => kind)
      assert.deepEqual([kinds[0], kinds.at(-1)], ['accepted', 'ended'])
      const { at, state, error } = history.json.records.at(-1)
      assert.deepEqual([state, error.id, at], ['undeliverable', 1, json.doneAt])
    })
  })
})

describe('changing a message', () => {
  test('it is cancelled while it waits, once', async () => {
    await withCallers(async (caller) => {
      const smsId = await send(caller, { sendAt: inHours(caller, 1) })
      const cancel = (who: 'user' | 'stranger' = 'user') => caller.ask(who, 'POST', `/messages/${smsId}/cancel`)
      assert.equal((await cancel('stranger')).status, 404)
      assert.equal((await cancel()).json.state, 'cancelled')
      assert.equal((await cancel()).json.code, 'too-late')
    })
  })

  test('it is moved to another time', async () => {
    await withCallers(async (caller) => {
      const smsId = await send(caller, { sendAt: inHours(caller, 1) })
      const move = (hours: number) =>
        caller.ask('user', 'PATCH', `/messages/${smsId}`, { sendAt: inHours(caller, hours).toISOString() })
      assert.equal((await move(3)).json.scheduledAt, inHours(caller, 3).toISOString())
      assert.equal((await move(181 * 24)).status, 400)
      assert.equal((await move(-1)).json.code, 'time-passed')
    })
  })

  test('its text is sent once more, at once or later', async () => {
    await withCallers(async (caller) => {
      const smsId = await send(caller, { text: 'again', reference: 'ref', metadata: { order: 7 } })
      const resend = (body: object) => caller.ask('user', 'POST', `/messages/${smsId}/resend`, body)
      const { json } = await resend({})
      assert.ok(json.smsId > smsId)
      assert.deepEqual(
        [json.text, json.to, json.reference, json.metadata, json.origin, json.priority, json.state],
        ['again', TO, 'ref', { order: 7 }, 'portal', 'LOW', 'queued'],
      )
      const sendAt = inHours(caller, 2).toISOString()
      assert.equal((await resend({ sendAt })).json.scheduledAt, sendAt)
    })
  })

  test('nothing is sent to a contact that has opted out meanwhile', async () => {
    await withCallers(async (caller) => {
      const smsId = await send(caller)
      caller.kit.engine.contacts.set(caller.kit.account.clientId, TO, 'opted-out', { kind: 'web' })
      const { status, json } = await caller.ask('user', 'POST', `/messages/${smsId}/resend`, {})
      assert.deepEqual([status, json.code, json.message], [409, 'opted-out', 'Contact has opted out'])
    })
  })
})

describe('the export', () => {
  test('has all that fits, in pages, and no formulas', async () => {
    await withCallers(async (caller) => {
      const texts = ['=HYPERLINK("http://evil.example")', 'said "hi",\r\nleft', '@SUM(1)', 'grüße']
      for (const text of texts) await send(caller, { text, to: TO_TOO })
      for (let sent = 0; sent < 1_100; sent += 1) await send(caller)
      const all = await caller.ask('user', 'GET', '/messages.csv')
      assert.equal(all.status, 200)
      assert.equal(parseCsv(all.text).length, 1 + texts.length + 1_100)
      const some = parseCsv((await caller.ask('user', 'GET', `/messages.csv?to=${TO_TOO}`)).text)
      const [head = [], ...rows] = some
      const column = head.indexOf('text')
      assert.deepEqual(
        rows.map((row) => row[column]),
        ['grüße', "'@SUM(1)", 'said "hi",\r\nleft', `'${texts[0]}`],
      )
      assert.equal((await caller.ask('user', 'GET', '/messages.csv?state=lost')).status, 400)
      assert.deepEqual(parseCsv((await caller.ask('stranger', 'GET', '/messages.csv')).text), [head])
    })
  })
})
