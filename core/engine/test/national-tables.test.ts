import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LinkCapabilities, OutgoingMessage, SubmitMessage } from '@heliograph/contracts'
import { withoutTables } from '../src/outbound/dispatch/links/without-tables.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { queued } from './support/queued.ts'

const TABLES: LinkCapabilities = { content: [], read: false, inboundMedia: false, shiftTables: true }

describe('the form in which a link without tables of languages gets a message', () => {
  const rows: readonly (readonly [
    what: string,
    message: Partial<OutgoingMessage>,
    LinkCapabilities | undefined,
    form: Partial<OutgoingMessage> | undefined,
  ])[] = [
    ['a plain text stays', {}, undefined, undefined],
    ['a text in tables, over a link that takes them', { userDataHeader: '240101' }, TABLES, undefined],
    [
      'a text in tables is UCS-2, all of it',
      { text: 'ş'.repeat(200), parts: 2, only: [2], userDataHeader: '250101' },
      undefined,
      { encoding: 'ucs2', parts: 3, only: null, userDataHeader: null },
    ],
    ['a header of its own stays', { userDataHeader: '0003070201240101' }, undefined, undefined],
    ['octets stay', { text: '00', encoding: 'binary', userDataHeader: '240101' }, undefined, undefined],
  ]
  for (const [what, over, capabilities, form] of rows)
    it(what, () => {
      const message = { ...queued(1).message, ...over }
      assert.deepEqual(withoutTables(message, capabilities), form && { ...message, ...form })
    })
})

describe('a text in tables of its language', () => {
  const link = new FakeLink()
  let node: Harness
  before(async () => {
    node = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), roles: ['dispatch'] })
  })
  after(() => node.close())

  /** Sends it with the link down, so that it is loaded again, or up. */
  async function sent(message: Partial<SubmitMessage>, isLoaded: boolean) {
    link.setUp(!isLoaded)
    const { entries } = await node.submit(message)
    const smsId = entries[0]?.smsId as number
    link.setUp(true)
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', 'it is sent')
    const { encoding, parts, text, userDataHeader } = link.submitted.at(-1) as OutgoingMessage
    return { counted: entries[0]?.parts, encoding, parts, text, userDataHeader }
  }

  const text = 'ş'.repeat(150)
  const message: Partial<SubmitMessage> = { text, language: { languages: ['tr'] } }

  for (const isLoaded of [false, true]) {
    it(`goes out beside the header that names them${isLoaded ? ', also by the job queue' : ''}`, async () => {
      link.capabilities = TABLES
      const expected = { counted: 1, encoding: 'gsm', parts: 1, text, userDataHeader: '250101' }
      assert.deepEqual(await sent(message, isLoaded), expected)
    })

    it(`goes out as UCS-2 over other links${isLoaded ? ', also by the job queue' : ''}`, async () => {
      link.capabilities = undefined
      const expected = { counted: 1, encoding: 'ucs2', parts: 3, text, userDataHeader: null }
      assert.deepEqual(await sent(message, isLoaded), expected)
      assert.equal(link.outstanding, 0)
    })
  }
})
