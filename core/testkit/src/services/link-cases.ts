import assert from 'node:assert/strict'
import { Accounts, Channels, Messages, Segments, SubscriptionLinks } from '@heliograph/contracts'
import { inHours, recordOf, submit, submitOne, TO, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

const BASE = 'https://acme.example/bye/'

/** Gives the client's channel a link base and resolves with the link of a contact. */
async function linked(world: ServiceWorld, { principal }: ServiceClient, base: string | null = BASE) {
  const admin = await world.addUser(principal.clientId, { role: 'admin' })
  const channel = await world.service(Channels).defaultOf(principal)
  const change = { channelId: channel?.channelId as number, optOutLinkBase: base }
  await world.service(Accounts).setChannel(admin, change)
  await world.accountsChanged()
  return (mobile: string) => `${base}${principal.clientId}/opt/out/${mobile}`
}

const outgoingCases: readonly ServiceCase[] = [
  {
    // spec: Channel settings (portal) | field | outgoing shortcode -> messages go out from another number than the one that receives, where the channel says so
    name: 'messages go out from another number than the one that receives, where the channel says so',
    async run(world, client) {
      const { principal, address } = client
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      const channelId = (await world.service(Channels).defaultOf(principal))?.channelId as number
      const outgoingNumber = '27825550000'
      await world.service(Accounts).setChannel(operator, { channelId, outgoingNumber })
      await world.accountsChanged()
      await world.addChannel(principal.clientId, { sender: 'OTHER', default: true })
      for (const from of [address, outgoingNumber, `+${outgoingNumber}`]) {
        const { entries } = await submit(world, client, { from })
        assert.equal(entries[0]?.from, outgoingNumber)
        assert.equal((await recordOf(world, client, entries[0]?.smsId as number))?.from, outgoingNumber)
      }
      assert.equal((await submit(world, client)).entries[0]?.from, 'OTHER')
    },
  },
]

export const linkCases: readonly ServiceCase[] = [
  {
    name: 'each recipient gets a link of its own, and pays for the text with it',
    client: { credit: '1' },
    async run(world, client) {
      const linkOf = await linked(world, client)
      const text = `${'x'.repeat(150)}{opt_out_link}`
      const { entries } = await submit(world, client, { text, to: [TO, TO_TOO, TO] })
      assert.deepEqual(
        entries.map(({ parts }) => parts),
        [2, 2, 2],
      )
      const texts = await Promise.all(entries.map(async ({ smsId }) => (await recordOf(world, client, smsId))?.text))
      assert.deepEqual(
        texts,
        [TO, TO_TOO, TO].map((mobile) => `${'x'.repeat(150)}${linkOf(mobile)}`),
      )
      assert.equal(Number(await world.creditOf(client.principal.clientId)), 0.7)
    },
  },
  {
    name: 'by default links lead to the page of the gateway, signed, and with a page of the client they stand for nothing',
    async run(world, client) {
      const { clientId } = client.principal
      const [out] = [await submitOne(world, client, { text: '{opt_out_link}' })]
      const path = `/sms/2/messages/subscription/${clientId}/opt/out/${TO}`
      const text = (await recordOf(world, client, out))?.text ?? ''
      const [link, signature = ''] = text.split('?s=')
      // regex-bound: one link.
      assert.match(link ?? '', new RegExp(`^https://[a-z.]+${path}$`))
      const { sign, verify } = world.service(SubscriptionLinks)
      assert.equal(signature, sign({ clientId, direction: 'out', mobile: TO }))
      assert.ok(verify({ clientId, direction: 'out', mobile: TO }, signature))
      assert.ok(!verify({ clientId, direction: 'in', mobile: TO }, signature))
      assert.equal((await world.service(Channels).sampleOf(client.principal, '{opt_out_link}')).length, text.length + 4)
      await linked(world, client, '')
      const none = await submitOne(world, client, { text: 'Bye {opt_out_link}.' })
      assert.equal((await recordOf(world, client, none))?.text, 'Bye .')
    },
  },
  {
    name: 'a sample has the links of the default channel, for the longest number; other texts come back as they are',
    async run(world, client) {
      const { sampleOf } = world.service(Channels)
      assert.equal(await sampleOf(client.principal, 'Hello {name}'), 'Hello {name}')
      const linkOf = await linked(world, client)
      assert.equal(await sampleOf(client.principal, 'Bye {opt_out_link}'), `Bye ${linkOf('0'.repeat(15))}`)
    },
  },
  {
    name: 'a user chooses among the enabled channels, and a sample has the links of the chosen one',
    async run(world, client) {
      const { principal, address } = client
      const { sampleOf, sendersOf } = world.service(Channels)
      const [first, ...none] = await sendersOf(principal)
      assert.deepEqual(none, [])
      assert.deepEqual(
        [first?.address, first?.shownAs, first?.kind, first?.isDefault],
        [address, address, 'number', true],
      )
      const channelId = await world.addChannel(principal.clientId, { sender: 'ACME' })
      const hidden = await world.addChannel(principal.clientId, { sender: 'Hidden' })
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      await world.service(Accounts).setChannel(operator, { channelId, optOutLinkBase: BASE })
      await world.service(Accounts).setChannel(operator, { channelId: hidden, enabled: false })
      await world
        .service(Accounts)
        .setChannel(operator, { channelId: first?.channelId as number, outgoingNumber: '27820009999' })
      await world.accountsChanged()
      assert.deepEqual(
        (await sendersOf(principal)).map(({ channelId: _, ...sender }) => sender),
        [
          { address, shownAs: '27820009999', kind: 'number', isDefault: true },
          { address: 'ACME', shownAs: 'ACME', kind: 'sender', isDefault: false },
        ],
      )
      const link = `${BASE}${principal.clientId}/opt/out/${'0'.repeat(15)}`
      assert.equal(await sampleOf(principal, '{opt_out_link}', 'ACME'), link)
      for (const from of [undefined, address, 'Hidden'])
        assert.doesNotMatch(await sampleOf(principal, '{opt_out_link}', from), /acme\.example/)
    },
  },
  {
    name: 'a text that is too long with its link is refused, where the request allows it for some alone',
    async run(world, client) {
      const linkOf = await linked(world, client)
      const text = `${'x'.repeat(153 * 255 - linkOf(TO).length)}{opt_out_link}`
      const draft = { text, to: [TO, `${TO}1`] }
      await assert.rejects(submit(world, client, draft), { code: 'message-too-long' })
      const { entries } = await submit(world, client, draft, { atomic: false })
      assert.deepEqual(
        entries.map(({ state, parts }) => [state, parts]),
        [
          ['queued', 255],
          ['too-long', 256],
        ],
      )
    },
  },
  {
    name: 'the same text to the same contact under the same id is the same message',
    async run(world, client) {
      await linked(world, client)
      const draft = { text: '{opt_out_link}', messageId: 'one' }
      assert.equal(await submitOne(world, client, draft), await submitOne(world, client, draft))
    },
  },
  {
    name: 'segments are joined before links are looked for',
    async run(world, client) {
      const linkOf = await linked(world, client)
      const { add } = world.service(Segments)
      const segment = { origin: 'suite', priority: 20, to: TO, encoding: 'gsm', reference: 7, total: 2 } as const
      const parts = [`${'x'.repeat(140)}{opt_ou`, 't_link}']
      const [first] = await Promise.all(
        parts.map((text, index) =>
          add(client.principal, {
            ...segment,
            text,
            part: index + 1,
            flash: false,
            userDataHeader: `0500030702${String(index + 1).padStart(2, '0')}`,
          }),
        ),
      )
      const record = await recordOf(world, client, first?.smsId as number)
      assert.equal(record?.text, `${'x'.repeat(140)}${linkOf(TO)}`)
    },
  },
  {
    name: 'a text that replaces another has its links, too',
    async run(world, client) {
      const linkOf = await linked(world, client)
      const smsId = await submitOne(world, client, { sendAt: inHours(world, 1) })
      await world.service(Messages).replace(client.principal, smsId, { text: 'Bye {opt_out_link}' })
      assert.equal((await recordOf(world, client, smsId))?.text, `Bye ${linkOf(TO)}`)
    },
  },
  ...outgoingCases,
]
