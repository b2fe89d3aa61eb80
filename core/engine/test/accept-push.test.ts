import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type SmppNode, startSmppNode } from './support/smpp-node.ts'

const octets = (count: number) => 'A5'.repeat(count)

describe('accepting', () => {
  let node: SmppNode
  before(async () => {
    node = await startSmppNode({ isDown: true })
  })
  after(() => node.close())

  async function stored(smsId: number) {
    const [row] = await node.engine.sql`
      select body, encoding, parts, user_data_header, push_on, push_context, push_sms_id from message where sms_id = ${smsId}`
    return row
  }

  test('octets, header and the wish for receipts are kept', async () => {
    const smsId = await node.send({
      text: '0a0bff',
      encoding: 'binary',
      userDataHeader: '0504158a0000',
      push: { on: 'failure', context: '{"a":"\\"b\0"}' },
    })
    assert.deepEqual(
      { ...(await stored(smsId)) },
      {
        body: '0A0BFF',
        encoding: 2,
        parts: 1,
        user_data_header: '0504158A0000',
        push_on: 2,
        push_context: '{"a":"\\"b\uFFFD"}',
        push_sms_id: null,
      },
    )
    const {
      records: [record],
    } = await node.reports.find(node.principal, { smsId, limit: 1 })
    assert.deepEqual([record?.text, record?.encoding, record?.parts], ['0A0BFF', 'binary', 1])
  })

  test('without them nothing is kept', async () => {
    const smsId = await node.send({ push: undefined })
    const { body, encoding, parts, ...rest } = (await stored(smsId)) as Record<string, unknown>
    assert.deepEqual([body, encoding, parts], ['hello', 0, 1])
    assert.deepEqual(Object.values(rest), [null, null, null, null])
  })

  test('what does not fit refuses an atomic request, and its destinations of others', async () => {
    const text = octets(141)
    await assert.rejects(node.submit({ text, encoding: 'binary' }), { category: 'invalid', code: 'message-too-long' })
    const { entries } = await node.submit({ text, encoding: 'binary' }, { atomic: false })
    assert.deepEqual(
      entries.map((entry) => [entry.state, entry.smsId]),
      [['too-long', 0]],
    )
  })

  test('two texts of one request share no id', async () => {
    const push = { on: 'every', context: '', sharedId: true } as const
    const message = (text: string) => ({
      text,
      push,
      destinations: ['27821110001', '27821110002'].map((to) => ({ to })),
    })
    const { entries } = await node.engine.submissions.submit(node.principal, {
      origin: 'smpp',
      priority: 20,
      numbers: 'international',
      atomic: false,
      messages: [message('a'), message('b')],
    })
    const ids = entries.map((entry) => entry.smsId) as [number, number, number, number]
    const shared = await Promise.all(ids.map(async (smsId) => (await stored(smsId))?.push_sms_id))
    assert.deepEqual(shared, [ids[0], ids[0], ids[2], ids[2]])
  })
})
