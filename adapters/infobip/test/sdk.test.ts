import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { Network } from '@heliograph/contracts'
import {
  type AdapterKit,
  CONFORMANCE_API_KEY,
  createAdapterKit,
  ELSEWHERE,
  type KitListener,
  MANUAL_CLOCK_START,
  THERE,
} from '@heliograph/testkit'
import infobip from '../src/index.ts'
import { openRefusing, REFUSALS, textOf } from './refusals.ts'
import { USER } from './requests.ts'
import { type UseName, usesOf } from './uses.ts'

// The client of Infobip's own developers, as it is on npm: it returns the error of a refusal instead of throwing it.
const { AuthType, Infobip } = createRequire(import.meta.url)('@infobip-api/sdk') as typeof import('@infobip-api/sdk')

const LATER = new Date(MANUAL_CLOCK_START + 3_600_000).toISOString()

describe('@infobip-api/sdk', () => {
  let kit: AdapterKit
  let listener: KitListener
  before(async () => {
    kit = await createAdapterKit(infobip, { config: {}, account: { user: USER } })
    await kit.start()
    listener = await kit.listen()
  })
  after(async () => {
    await listener.close()
    await kit.stop()
  })

  const client = (given: object = { authType: AuthType.ApiKey, apiKey: CONFORMANCE_API_KEY }) =>
    new Infobip({ baseUrl: listener.url, ...given } as ConstructorParameters<typeof Infobip>[0]).channels.sms

  const done: UseName[] = []
  function does(name: UseName, run: () => Promise<void>): void {
    done.push(name)
    test(name, run)
  }

  const message = (over: object = {}) => ({ destinations: [{ to: THERE }], text: 'Hello', ...over })

  does('Sends texts, octets and by query', async () => {
    const sms = client()
    const text = await sms.send({ messages: [message({ from: 'InfoSMS' })] })
    assert.equal(text.status, 200)
    assert.equal(text.data.messages[0].status.name, 'PENDING_ACCEPTED')
    const binary = await sms.send({
      type: 'binary',
      messages: [{ destinations: [{ to: THERE }], binary: { hex: '54 65 73 74', dataCoding: 0, esmClass: 0 } }],
    })
    assert.equal(binary.data.messages[0].to, THERE)
    const login = client({ authType: AuthType.Basic, username: USER.email, password: USER.password })
    const query = await login.send({ type: 'query', to: [THERE, ELSEWHERE], text: 'By query' })
    assert.equal(query.data.messages.length, 2)
    assert.deepEqual(
      kit.engine.messages.map((each) => [each.to, each.text]),
      [
        [THERE, 'Hello'],
        [THERE, 'Test'],
        [THERE, 'By query'],
        [ELSEWHERE, 'By query'],
      ],
    )
  })

  does('Counts the parts of a text', async () => {
    const { data } = await client().preview({ text: 'x'.repeat(161) })
    assert.deepEqual([data.previews[0].messageCount, data.originalText.length], [2, 161])
  })

  does('Reads reports, each once, and logs', async () => {
    const sms = client()
    const { data } = await sms.send({ messages: [message({ callbackData: 'order 7' })] })
    const sent = kit.engine.messages.at(-1)
    kit.engine.deliver(sent?.smsId ?? 0)
    const reports = await sms.reports.get({ limit: 10 })
    assert.deepEqual(
      reports.data.results.map((each: { messageId: string; callbackData: string; status: { groupName: string } }) => [
        each.messageId,
        each.callbackData,
        each.status.groupName,
      ]),
      [[data.messages[0].messageId, 'order 7', 'DELIVERED']],
    )
    assert.deepEqual((await sms.reports.get()).data.results, [])
    const logs = await sms.logs.get({ messageId: data.messages[0].messageId })
    assert.equal(logs.data.results[0].text, 'Hello')
  })

  does('Reads the inbox, each SMS once', async () => {
    await kit.engine.service(Network).incoming({
      carrier: 'simulator',
      link: 'main',
      from: THERE,
      to: kit.account.channel.address,
      text: 'Hello back',
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(kit.clock.now()),
    })
    const { data } = await client().get(10)
    assert.deepEqual([data.results[0].text, data.messageCount, data.pendingMessageCount], ['Hello back', 1, 0])
    assert.equal((await client().get()).data.messageCount, 0)
  })

  does('Finds, moves, pauses and cancels a bulk', async () => {
    const sms = client()
    await sms.send({ bulkId: 'B', messages: [message({ sendAt: LATER })] })
    assert.match((await sms.scheduled.get('B')).data.sendAt, /^2026-01-05T09:00:00\.000\+0000$/)
    const moved = await sms.scheduled.reschedule('B', '2026-01-05T11:00:00.000+0000')
    assert.equal(moved.data.sendAt, '2026-01-05T11:00:00.000+0000')
    assert.equal((await sms.status.get('B')).data.status, 'PENDING')
    assert.equal((await sms.status.update('B', 'PAUSED')).data.status, 'PAUSED')
    assert.equal((await sms.status.get('B')).data.status, 'PAUSED')
    assert.equal((await sms.status.update('B', 'PROCESSING')).data.status, 'PENDING')
    assert.equal((await sms.status.update('B', 'CANCELED')).data.status, 'CANCELED')
    assert.equal((await sms.status.get('B')).data.status, 'CANCELED')
  })

  does('Is told that a bulk is unknown', async () => {
    const { response } = await client().scheduled.get('none')
    assert.deepEqual([response.status, response.data.requestError.serviceException.text], [404, 'Bulk not found'])
  })

  test('all that the table of the README says', () => assert.deepEqual(done, usesOf('sdk')))
})

describe('@infobip-api/sdk is told what is wrong', () => {
  for (const refusal of REFUSALS) {
    test(refusal.what, async (context) => {
      const { close, kit, listener } = await openRefusing(refusal)
      context.after(close)
      const { apiKey, text, to } = textOf(refusal)
      const { channels } = new Infobip({ baseUrl: listener.url, authType: AuthType.ApiKey, apiKey })
      const { data, response } = await channels.sms.send({ messages: [{ destinations: [{ to }], text }] })
      const reported = response
        ? `${response.status} ${response.data.requestError.serviceException.messageId}`
        : data.messages[0].status.name
      assert.equal(reported, refusal.sdk)
      assert.equal(kit.engine.messages.length, 0)
    })
  }
})
