import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OutgoingMessage, PRIORITIES } from '@heliograph/contracts'
import { handed, useDispatch } from './support/dispatch-world.ts'
import { accept, FakeLink } from './support/fake-carrier.ts'

const world = useDispatch()
const { startNode, send, openOf, untilState, partsOf, eventsOf } = world

describe('an unknown outcome', () => {
  it('under resend: sent again as often as the setting says, then it waits for a receipt', async (t) => {
    const link = new FakeLink()
    link.answer = () => [{ kind: 'unknown' }]
    await startNode(t, [link], { settings: { dispatch: { retryDelaysSeconds: [0.01], maxResends: 2 } } })
    const smsId = await send()
    await untilState(smsId, 'unknown')
    assert.deepEqual(handed(link), [
      [smsId, 1],
      [smsId, 2],
      [smsId, 3],
    ])
    assert.deepEqual(
      (await partsOf(smsId)).map(({ attempt, state }) => [attempt, state]),
      [1, 2, 3].map((attempt) => [attempt, 'unknown']),
    )
    assert.deepEqual(await eventsOf(smsId), [])
  })

  it('under hold: not sent again; its attempt was opened before the link saw it', async (t) => {
    const link = new FakeLink()
    const seen: (string | undefined)[] = []
    link.answer = async (message) => {
      seen.push((await openOf(message.smsId))[0])
      return [{ kind: 'unknown' }]
    }
    await startNode(t, [link])
    const smsId = await send({}, PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    assert.deepEqual(seen, ['1 net/main'])
    assert.deepEqual(await openOf(smsId), [])
    assert.deepEqual(handed(link), [[smsId, 1]])
  })

  for (const { policy, priority, isOpened } of [
    { policy: 'hold', priority: PRIORITIES.CRITICAL, isOpened: true },
    { policy: 'resend', priority: PRIORITIES.BULK, isOpened: false },
  ] as const) {
    it(`a link’s own policy ${policy} beats the priority’s`, async (t) => {
      const link = new FakeLink()
      let open: readonly string[] = []
      link.answer = async (message: OutgoingMessage) => {
        open = await openOf(message.smsId)
        return accept(message)
      }
      await startNode(t, [link], { settings: { links: { 'net/main': { unknownOutcome: policy } } } })
      const smsId = await send({}, priority)
      await untilState(smsId, 'submitted')
      assert.deepEqual(open, isOpened ? ['1 net/main'] : [])
      assert.deepEqual(await openOf(smsId), [])
    })
  }

  it('the policy of the client and that of the interface decide when the answer is lost', async (t) => {
    const { clientId } = world.base.principal
    const policies = { clients: { [clientId]: 'hold' }, interfaces: { test: 'resend' } } as const
    const link = new FakeLink()
    link.answer = async () => [{ kind: 'unknown' }]
    await startNode(t, [link], { settings: { submissions: { unknownOutcome: policies } } })
    await untilState(await send({}, PRIORITIES.CRITICAL), 'unknown')
  })

  it('the policy of the interface decides for other clients', async (t) => {
    const policies = { clients: { 1: 'hold' }, interfaces: { test: 'resend' } } as const
    const link = new FakeLink()
    link.answer = async () => [{ kind: 'unknown' }]
    await startNode(t, [link], { settings: { submissions: { unknownOutcome: policies } } })
    await untilState(await send({}, PRIORITIES.BULK), 'retrying')
  })

  it('a link that rejects, against its contract, counts as unknown', async (t) => {
    const link = new FakeLink()
    link.answer = () => Promise.reject(new Error('bug of a carrier'))
    await startNode(t, [link])
    const smsId = await send({}, PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
  })
})
