import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MailError, Network, type NetworkIncoming, type SmsReceived } from '@heliograph/contracts'
import { createPluginKit } from '@heliograph/testkit'
import email from '../src/index.ts'
import { replyMail } from '../src/replies.ts'
import { CONFIG, EMAIL, NUMBER, RECIPIENT, send, until, type World, withServer } from './world.ts'

const REPLIES = { config: { replies: { days: 7 } } }
const DAY_MS = 86_400_000

async function receive({ clock, engine }: World, sms: Partial<NetworkIncoming> = {}): Promise<void> {
  const common = {
    carrier: 'net',
    link: 'main',
    from: NUMBER,
    to: '27000111222',
    text: 'On my way',
    encoding: 'gsm',
  } as const
  await engine.service(Network).incoming({ ...common, mayBeRepeated: false, receivedAt: new Date(clock.now()), ...sms })
}

/** Lets everything that is under way finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('answers of contacts', () => {
  test('come back to who wrote last, as answers to that mail', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      await send(client, { headers: { 'Message-ID': '<first@acme.example>', From: 'Al <al@acme.example>' } })
      await send(client, { headers: { 'Message-ID': '<last@acme.example>' }, body: 'Where are you?' })
      await receive(world)
      await until(() => world.engine.mails.length > 0, 'the mail is sent')
      assert.deepEqual(world.engine.mails, [
        {
          to: EMAIL,
          subject: 'Re: Dinner',
          text: 'On my way\n',
          replyTo: `+${RECIPIENT}`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'In-Reply-To': '<last@acme.example>',
            References: '<last@acme.example>',
          },
          idempotencyKey: 'reply:1',
        },
      ])
    }, REPLIES))

  test('go to the Reply-To of the mail, where it has one', () =>
    withServer(async (world) => {
      await send(await world.logIn(), { headers: { 'Reply-To': 'desk@acme.example' } })
      await receive(world)
      await until(() => world.engine.mails.length > 0, 'the mail is sent')
      assert.equal(world.engine.mails[0]?.to, 'desk@acme.example')
    }, REPLIES))

  const SILENT: readonly (readonly [string, Partial<NetworkIncoming>, (world: World) => void])[] = [
    ['from somebody who was not written to', { from: '27839999999' }, () => {}],
    [
      'to another channel',
      { to: '27000111333' },
      ({ account, engine }) => void engine.addChannel(account.clientId, { number: '27000111333' }),
    ],
    [
      'to a channel of another client',
      { to: '27000111444' },
      ({ engine, stranger }) => void engine.addChannel(stranger.clientId, { number: '27000111444' }),
    ],
    ['to a number of no channel', { to: '27000111555' }, () => {}],
    ['after the days that are set', {}, ({ clock }) => clock.advance(7 * DAY_MS + 1)],
  ]
  for (const [name, sms, before] of SILENT)
    test(`${name} are no mail`, () =>
      withServer(async (world) => {
        // The connection ends first, because it would not stay open for days.
        const client = await world.logIn()
        await send(client)
        await client.end()
        await settle()
        before(world)
        await receive(world, sms)
        await settle()
        assert.deepEqual(world.engine.mails, [])
      }, REPLIES))

  test('are incoming SMS and nothing else without the setting', () =>
    withServer(async (world) => {
      await send(await world.logIn())
      await receive(world)
      await settle()
      assert.deepEqual(world.engine.mails, [])
    }))

  test('come again when the relay puts them off', () =>
    withServer(async (world) => {
      await send(await world.logIn())
      world.engine.failNext(new MailError('temporary', 'later'), 'mail')
      await receive(world)
      await until(() => world.log.at('warn').length === 1, 'it is put off')
      world.clock.advance(1_000)
      await until(() => world.engine.mails.length === 1, 'it is sent')
    }, REPLIES))

  test('a mail is sent even when who wrote it cannot be kept', () =>
    withServer(async (world) => {
      world.engine.failNext('unavailable', 'state')
      assert.equal((await send(await world.logIn())).code, 250)
      assert.equal(world.log.at('warn').length, 1)
    }, REPLIES))

  test('need a plugin that sends mail', () =>
    assert.rejects(
      createPluginKit(
        {
          ...email,
          kind: 'plugin',
          capabilities: { carrier: false },
          create: (context, config) =>
            email.create({ ...context, services: { ...context.services, mail: undefined } } as never, config as never),
        },
        { config: { ...CONFIG, ...REPLIES.config } },
      ),
      /replies needs a plugin that sends mail/,
    ))
})

describe('the mail of an answer', () => {
  const SMS: SmsReceived = {
    kind: 'sms-received',
    eventId: 1,
    clientId: 1,
    channelId: 1,
    incomingId: 9,
    from: NUMBER,
    to: '27000111222',
    text: 'On my way',
    encoding: 'gsm',
    receivedAt: new Date(0),
  }
  const WRITER = { answerTo: EMAIL, subject: 'Dinner', messageId: '<1@acme.example>' }

  test('says Re: once', () =>
    assert.equal(replyMail(SMS, { ...WRITER, subject: 'RE: re: Dinner' }, 'sms.example').subject, 'Re: Dinner'))
  test('names the sender when there was no subject', () =>
    assert.equal(replyMail(SMS, { ...WRITER, subject: '' }, 'sms.example').subject, `SMS from ${NUMBER}`))
  test('has octets in hexadecimal', () =>
    assert.match(
      replyMail({ ...SMS, encoding: 'binary', text: '0AFF' }, WRITER, 'sms.example').text,
      /hexadecimal:\n\n0AFF/,
    ))
  test('is no answer to a Message-ID that would be more than one line', () => {
    const { headers } = replyMail(SMS, { ...WRITER, messageId: '<1@a>\r\nBcc: all@example.com' }, 'sms.example')
    assert.deepEqual(Object.keys(headers ?? {}), ['Auto-Submitted'])
  })
  test('cannot be answered where the sender is a word', () =>
    assert.equal(replyMail({ ...SMS, from: 'SHOP' }, WRITER, 'sms.example').replyTo, undefined))
})
