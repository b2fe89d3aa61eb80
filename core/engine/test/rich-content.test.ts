import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type LinkCapabilities,
  Messages,
  type PartOutcome,
  type RichContent,
  type SubmitMessage,
  Subscriptions,
} from '@heliograph/contracts'
import { formFor } from '../src/outbound/dispatch/contents.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { queued } from './support/queued.ts'
import { find } from './support/smpp-node.ts'

const template: RichContent = { kind: 'template', name: 'order_sent', language: 'en', parameters: ['4711'] }
const buttons: RichContent = { kind: 'buttons', body: 'Yes?', buttons: [{ kind: 'reply', id: 'y', title: 'Yes' }] }

const RICH: LinkCapabilities = { content: ['template', 'media'], read: true, inboundMedia: true }

describe('the form in which a link gets a message', () => {
  const { message } = queued(1)
  const rows: readonly {
    readonly what: string
    readonly content: RichContent | undefined
    readonly capabilities: LinkCapabilities | undefined
    readonly only?: readonly number[]
    readonly isContent: boolean
  }[] = [
    { what: 'content of a kind that it takes', content: template, capabilities: RICH, isContent: true },
    { what: 'content of another kind', content: buttons, capabilities: RICH, isContent: false },
    { what: 'no content', content: undefined, capabilities: RICH, isContent: false },
    { what: 'content over a link of texts', content: template, capabilities: undefined, isContent: false },
    {
      what: 'content over a link that takes none',
      content: template,
      capabilities: { ...RICH, content: [] },
      isContent: false,
    },
    {
      what: 'the rest of a text of which a network has parts',
      content: template,
      capabilities: RICH,
      only: [2],
      isContent: false,
    },
  ]
  for (const { what, content, capabilities, only = null, isContent } of rows)
    it(`${what}: ${isContent ? 'the content' : 'the text, as the same object'}`, () => {
      const given = { ...message, only }
      const form = formFor(given, content, capabilities)
      if (isContent) assert.deepEqual(form, { ...given, content })
      else assert.equal(form, given)
    })
})

describe('a message with rich content', () => {
  const [rich, plain] = [new FakeLink('rich'), new FakeLink('plain')]
  rich.capabilities = RICH
  let node: Harness
  before(async () => {
    node = await startEngine({
      carriers: new Map([['net', carrierOf(rich, plain)]]),
      roles: ['dispatch'],
      credit: '10',
      settings: {
        routes: { default: { links: ['net/rich'], fallbacks: [['net/plain']] }, plain: { links: ['net/plain'] } },
        routing: [{ when: { to: ['2784'] }, route: 'plain' }],
      },
    })
  })
  after(() => node.close())

  const contents = async () =>
    (await node.engine.sql<{ sms_id: number }[]>`select sms_id from message_content order by 1`).map(
      (row) => row.sms_id,
    )
  const handed = (link: FakeLink, smsId: number) => link.submitted.filter((message) => message.smsId === smsId)

  async function send(message: Partial<SubmitMessage> & { to?: string } = {}): Promise<number> {
    const { entries } = await node.submit({ text: 'Order 4711', content: template, ...message })
    const smsId = entries[0]?.smsId as number
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', `${smsId} is submitted`)
    return smsId
  }

  it('reaches a link that takes its kind as that, and any other as its text', async () => {
    const whole = (answer: PartOutcome) => () => [answer]
    rich.answer = whole({ kind: 'accepted', networkId: 'whole' })
    const long = 'x'.repeat(200)
    const [taken, other, elsewhere, none] = [
      await send({ text: long }),
      await send({ content: buttons }),
      await send({ to: '27840000001' }),
      await send({ content: undefined }),
    ]
    assert.deepEqual(
      [taken, other, none].map((smsId) => handed(rich, smsId).map(({ content }) => content)),
      [[template], [undefined], [undefined]],
    )
    assert.deepEqual(
      handed(plain, elsewhere).map((message) => [message.text, 'content' in message]),
      [['Order 4711', false]],
    )
    assert.equal(handed(rich, taken)[0]?.parts, 2, 'it is charged as its text')
    await node.engine.network.receipt({
      carrier: 'net',
      link: 'rich',
      networkId: 'whole',
      to: '27821110000',
      status: 'delivered',
      networkStatus: 'delivered',
      errorId: null,
      doneAt: new Date(),
    })
    assert.equal(await node.stateOf(none), 'delivered')
  })

  it('goes as its text where its link refuses it for reasons of its own', async () => {
    rich.answer = () => [{ kind: 'refused', fault: 'route', status: 'no account' }]
    const smsId = await send()
    assert.deepEqual(
      [handed(rich, smsId)[0]?.content, handed(plain, smsId).map(({ text }) => text)],
      [template, ['Order 4711']],
    )
  })

  it('that is replaced while it waits loses it', async () => {
    rich.answer = () => [{ kind: 'accepted', networkId: null }]
    const { entries } = await node.submit({
      text: 'Order 4711',
      content: template,
      sendAt: new Date(Date.now() + 60_000),
    })
    const smsId = entries[0]?.smsId as number
    assert.ok((await contents()).includes(smsId))
    await find(node.engine.services, Messages).replace(node.principal, smsId, { text: 'Another', sendAt: new Date() })
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', 'it is submitted')
    assert.deepEqual(
      handed(rich, smsId).map(({ content, text }) => [content, text]),
      [[undefined, 'Another']],
    )
  })

  it('that is refused leaves nothing behind', async () => {
    const before = await contents()
    const { clientId } = node.principal
    await find(node.engine.services, Subscriptions).set(clientId, '27831110001', 'opted-out', { kind: 'web' })
    const message = { text: 'Order 4711', content: template }
    const states = async (request: Parameters<Harness['submit']>) =>
      (await node.submit(...request)).entries.map(({ state }) => state)
    const messageId = 'the same id'
    const twice = { ...message, destinations: [{ to: '27821110001', messageId }] }
    assert.deepEqual(await states([{ ...message, to: ['27831110001', 'x'] }, { atomic: false }]), [
      'opted-out',
      'bad-number',
    ])
    const [kept] = (await node.submit(twice)).entries
    assert.deepEqual(await states([{ ...twice, text: 'other' }]), ['duplicate'])
    await node.engine.sql`update client_credit set credit = 0`
    await assert.rejects(node.submit(message), { code: 'no-credit' })
    assert.deepEqual(
      await contents(),
      [...before, kept?.smsId as number].sort((a, b) => a - b),
    )
  })
})
