import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { domainToASCII } from 'node:url'
import { type Mail, NUMBER, RECIPIENT, send, texts, type World, type WorldOptions, withServer } from './world.ts'

/** One mail of a client that has logged in, the answer to it, and what was sent. */
interface Row extends WorldOptions, Mail {
  readonly name: string
  readonly before?: (world: World) => void | Promise<void>
  readonly code: number
  readonly answer?: RegExp
  readonly sent?: readonly { readonly to?: string; readonly text?: string }[]
}

const OTHER = '27831112222'
const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
const boundary = (kind: string) => ({ 'Content-Type': `multipart/${kind}; boundary=b` })
const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`

const ROWS: readonly Row[] = [
  { name: 'a mail is an SMS', code: 250, answer: /^OK: sent as 1$/, sent: [{ to: NUMBER, text: 'Come home.' }] },
  { name: 'the number with +', to: [`+${RECIPIENT}`], code: 250, sent: [{ to: NUMBER }] },
  {
    name: 'the number as people of the country write it',
    to: ['0821234567@sms.example'],
    code: 250,
    sent: [{ to: NUMBER }],
  },
  { name: 'the domain in any case', to: [`${NUMBER}@SMS.Example`], code: 250, sent: [{ to: NUMBER }] },
  {
    name: 'a domain of another script, in either form',
    config: { domain: 'smś.example' },
    to: [`${NUMBER}@${domainToASCII('smś.example')}`],
    code: 250,
    sent: [{ to: NUMBER }],
  },
  {
    name: 'several recipients, one request',
    to: [RECIPIENT, `${OTHER}@sms.example`],
    code: 250,
    answer: /sent to 2 recipients/,
    sent: [{ to: NUMBER }, { to: OTHER }],
  },
  {
    name: 'one number in two spellings gets one SMS',
    to: [RECIPIENT, `+${RECIPIENT}`],
    code: 250,
    sent: [{ to: NUMBER }],
  },
  {
    name: 'recipients that are refused do not hold up the others',
    to: ['jo@sms.example', RECIPIENT],
    code: 250,
    sent: [{ to: NUMBER }],
  },
  { name: 'another domain is 550', to: [`${NUMBER}@else.example`], code: 550 },
  { name: 'a subdomain is another domain', to: [`${NUMBER}@a.sms.example`], code: 550 },
  { name: 'no number is 553', to: ['jo@sms.example'], code: 553 },
  { name: 'half a number is 553', to: ['0821@sms.example'], code: 553 },

  {
    name: 'the subject before the text',
    config: { subject: 'before' },
    code: 250,
    sent: [{ text: 'Dinner\nCome home.' }],
  },
  { name: 'the subject alone', config: { subject: 'before' }, body: '', code: 250, sent: [{ text: 'Dinner' }] },
  { name: 'nothing to send is 554', body: '\r\n-- \r\nJo', code: 554, answer: /no text/ },
  { name: 'a text of too many parts is 552', body: 'x'.repeat(154 * 10), code: 552, answer: /11 parts, 10 at most/ },
  {
    name: 'quotations and signatures are left out',
    body: 'Yes.\r\n\r\n> Coming?\r\n\r\n-- \r\nJo',
    code: 250,
    sent: [{ text: 'Yes.' }],
  },
  {
    name: 'and stay when the setting says so',
    config: { stripQuotes: false },
    body: 'Yes.\r\n> Coming?',
    code: 250,
    sent: [{ text: 'Yes.\n> Coming?' }],
  },
  { name: 'a line that is a dot', body: 'One\r\n..\r\nTwo', code: 250, sent: [{ text: 'One\n.\nTwo' }] },

  {
    name: 'HTML',
    headers: HTML,
    body: '<p>Come <b>home</b>.</p><script>x()</script>',
    code: 250,
    sent: [{ text: 'Come home.' }],
  },
  {
    name: 'text before HTML',
    headers: boundary('alternative'),
    body: `${part('text/plain', 'Plain')}${part('text/html', '<p>Page</p>')}--b--`,
    code: 250,
    sent: [{ text: 'Plain' }],
  },
  {
    name: 'HTML with a picture and an attachment',
    headers: boundary('mixed'),
    body: `${part('text/html', '<p>Page</p>')}${part('image/png', 'PNG')}${part('text/csv; name=a.csv\r\nContent-Disposition: attachment', 'a,b')}--b--`,
    code: 250,
    sent: [{ text: 'Page' }],
  },
  {
    name: 'an attached mail is no text',
    headers: boundary('mixed'),
    body: `${part('text/plain', 'See attached')}${part('message/rfc822', 'Subject: x\r\n\r\nSecret')}--b--`,
    code: 250,
    sent: [{ text: 'See attached' }],
  },
  {
    name: 'base64 in UTF-8',
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': 'base64' },
    body: Buffer.from('Grüße 🙂').toString('base64'),
    code: 250,
    sent: [{ text: 'Grüße 🙂' }],
  },
  {
    name: 'quoted-printable in windows-1252',
    headers: { 'Content-Type': 'text/plain; charset=windows-1252', 'Content-Transfer-Encoding': 'quoted-printable' },
    body: '=80 5 =96 gr=FC=DFe',
    code: 250,
    sent: [{ text: '€ 5 – grüße' }],
  },
  {
    name: 'eight bits as they are',
    headers: { 'Content-Type': 'text/plain; charset=iso-8859-1' },
    body: Buffer.from('gr\xfc\xdfe', 'latin1'),
    code: 250,
    sent: [{ text: 'grüße' }],
  },
  {
    name: 'eight bits in a header',
    config: { subject: 'before' },
    headers: { Subject: 'Grüße – größer' },
    code: 250,
    sent: [{ text: 'Grüße – größer\nCome home.' }],
  },
  {
    name: 'an encoded subject that brings a line break',
    config: { subject: 'before' },
    headers: { Subject: '=?utf-8?Q?One=0D=0ABcc:_x?=' },
    code: 250,
    sent: [{ text: 'One Bcc: x\nCome home.' }],
  },
  {
    name: 'flowed text',
    headers: { 'Content-Type': 'text/plain; charset=utf-8; format=flowed' },
    body: 'A line that \r\ngoes on.\r\nAnother.',
    code: 250,
    sent: [{ text: 'A line that goes on.\nAnother.' }],
  },

  {
    name: 'a contact that has opted out is 550',
    before: ({ account, engine }) => void engine.contacts.set(account.clientId, NUMBER, 'opted-out', { kind: 'web' }),
    code: 550,
    answer: /opted out/,
  },
  {
    name: 'of several the others get it',
    before: ({ account, engine }) => void engine.contacts.set(account.clientId, NUMBER, 'opted-out', { kind: 'web' }),
    to: [RECIPIENT, `${OTHER}@sms.example`],
    code: 250,
    answer: /1 of 2/,
    sent: [{ to: OTHER }],
  },
  { name: 'no credit is 552', account: { credit: '0.04', price: '0.05' }, code: 552 },
  {
    name: 'credit for some is credit for none',
    account: { credit: '0.05', price: '0.05' },
    to: [RECIPIENT, `${OTHER}@sms.example`],
    code: 552,
  },
  {
    name: 'no channel is 554',
    before: ({ account, engine }) => engine.setChannelEnabled(account.channel.channelId, false),
    code: 554,
  },
  { name: 'a database that is away is 451', before: ({ engine }) => engine.failNext('unavailable'), code: 451 },
  { name: 'a client that has sent too much is 451', before: ({ engine }) => engine.failNext('throttled'), code: 451 },
]

describe('a mail of a client', () => {
  for (const row of ROWS)
    test(row.name, () =>
      withServer(async (world) => {
        await row.before?.(world)
        const reply = await send(await world.logIn(), row)
        assert.equal(reply.code, row.code, reply.lines.join('\n'))
        assert.match(reply.lines.join('\n'), row.answer ?? /./)
        const sent = world.engine.messages.map(({ text, to }) => ({ to, text }))
        const expected = (row.sent ?? []).map((each, index) => ({ ...sent[index], ...each }))
        assert.deepEqual(sent, expected)
        assert.deepEqual(world.log.at('error'), [])
      }, row),
    )

  // spec: What the service does | default | priority of e-mail to SMS is LOW
  test('has the priority LOW, the origin email, and its Message-ID as label', () =>
    withServer(async (world) => {
      await send(await world.logIn())
      const [{ origin, priority, reference } = assert.fail('nothing was sent')] = world.engine.messages
      assert.deepEqual([origin, priority, reference], ['email', 'LOW', '1@acme.example'])
    }))

  test('sent again, because the answer was lost, is answered as before and sent once', () =>
    withServer(async (world) => {
      const mail = { to: [RECIPIENT, `${OTHER}@sms.example`] }
      const first = await send(await world.logIn(), mail)
      const again = await send(await world.logIn(), mail)
      assert.deepEqual([first.code, again], [250, first])
      assert.equal(world.engine.messages.length, 2)
      const later = await send(await world.logIn(), { ...mail, headers: { 'Message-ID': '<2@acme.example>' } })
      assert.equal(later.code, 250)
      assert.equal(world.engine.messages.length, 4)
    }))

  test('with the Message-ID of another text is 554', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      await send(client)
      const reply = await send(client, { body: 'Something else' })
      assert.equal(reply.code, 554)
      assert.deepEqual(texts(world), ['Come home.'])
    }))

  test('without a Message-ID cannot be known again', () =>
    withServer(async (world) => {
      const client = await world.logIn()
      for (let count = 0; count < 2; count += 1) await send(client, { headers: { 'Message-ID': '' } })
      assert.equal(world.engine.messages.length, 2)
    }))
})

describe('mail that is taken and dropped', () => {
  const DROPPED: readonly (readonly [string, Mail, WorldOptions?])[] = [
    [
      'a bounce',
      { from: '', headers: { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' } },
    ],
    ['a mail that looks like any other, with the null sender', { from: '' }],
    ['an answering machine', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    [
      'an answering machine, also when mail of programs is sent',
      { headers: { 'Auto-Submitted': 'auto-replied' } },
      { config: { programs: 'send' } },
    ],
    ['a report', { headers: { 'Content-Type': 'multipart/report; boundary=b' }, body: '--b\r\n\r\nfailed\r\n--b--' }],
    ['a monitor', { headers: { 'Auto-Submitted': 'auto-generated' } }],
    ['a campaign', { headers: { Precedence: 'Bulk' } }],
    ['a mailing list', { headers: { 'List-Id': 'All <all.acme.example>' } }],
    ['Exchange', { headers: { 'X-Auto-Response-Suppress': 'All' } }],
  ]
  for (const [name, mail, options] of DROPPED)
    test(name, () =>
      withServer(async (world) => {
        const reply = await send(await world.logIn(), mail)
        assert.deepEqual([reply.code, world.engine.messages], [250, []])
        const lines = world.log.at('info').filter(({ text }) => /dropped/.test(text))
        assert.equal(lines.length, 1)
        assert.equal(world.metrics.value('email_mails', { result: 'dropped' }), 1)
      }, options),
    )

  test('bounces need no login and no number, only the domain', () =>
    withServer(async (world) => {
      const client = await world.connect()
      assert.equal((await send(client, { from: '', to: ['desk@sms.example'] })).code, 250)
      assert.equal((await send(client, { from: '', to: ['desk@else.example'] })).code, 550)
      assert.deepEqual(world.engine.messages, [])
    }))

  test('what a program wrote of itself is sent when the setting says so', () =>
    withServer(
      async (world) => {
        await send(await world.logIn(), { headers: { 'Auto-Submitted': 'auto-generated' } })
        assert.deepEqual(texts(world), ['Come home.'])
      },
      { config: { programs: 'send' } },
    ))
})
