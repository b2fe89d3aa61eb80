import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { automaticSign } from '../src/automatic.ts'
import { bodyText } from '../src/body-text.ts'
import { readMail } from '../src/read-mail.ts'
import { stripQuotes } from '../src/strip-quotes.ts'
import { connectSmtp } from './smtp-client.ts'
import { EMAIL, RECIPIENT, send, withServer } from './world.ts'

/** Cases of each property: `FUZZ_CASES=20000` for a long run. */
const numRuns = Number(process.env.FUZZ_CASES ?? 300)
/** Cases of whole conversations, which take a tenth of a second each. */
const CONVERSATIONS = Math.ceil(numRuns / 10)

/** What mails are made of, and what breaks them. */
const PIECES = [
  'Content-Type: multipart/mixed; boundary=b\r\n',
  'Content-Type: multipart/alternative; boundary="b"\r\n',
  '--b\r\n',
  '--b--\r\n',

  'Content-Type: text/html\r\n',
  'Content-Type: text/plain; charset=utf-16\r\n',
  'Content-Transfer-Encoding: base64\r\n',

  "Content-Disposition: attachment; filename*=utf-8''%00\r\n",
  'Subject: =?utf-8?B?//8=?=\r\n',
  'From: <a@b>, "c" <d@e>\r\n',

  'Message-ID: <\r\n',
  'Auto-Submitted: \r\n',
  'List-Id:\r\n',
  '\r\n',
  '\n',
  '\r',
  '\0',
  '<p>',
  '</',
  '&#x110000;',
  '> ',
  '-- \r\n',

  'On 1 Jan 2026, a@b wrote:\r\n',
  'From: a\r\nSent: b\r\nTo: c\r\n',
  '\u00e9',
  '\ud83d\ude42',
  ' '.repeat(50),
  '_'.repeat(20),
]
const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 20 }))
const pieces = fc.array(piece, { maxLength: 40 }).map((all) => all.join(''))

test('whatever a mail holds, it is read or refused, and its text is fit for an SMS', () =>
  fc.assert(
    fc.asyncProperty(pieces, fc.constantFrom('ignore', 'before'), async (octets, subject) => {
      const mail = await readMail(Buffer.from(octets)).catch(() => undefined)
      if (mail === undefined) return
      automaticSign({ sender: EMAIL, ...mail })
      const text = bodyText(mail, { subject, stripQuotes: true })
      assert.doesNotMatch(text, /\r|^\s|\s$/)
    }),
    { numRuns },
  ))

test('quotations are stripped once and for all, and nothing is added', () =>
  fc.assert(
    fc.property(pieces, (text) => {
      const stripped = stripQuotes(text)
      assert.ok(stripped.length <= text.length)
      for (const line of stripped.split('\n')) assert.ok(!line.startsWith('>'))
    }),
    { numRuns },
  ))

const COMMANDS = [
  'EHLO a',
  'HELO a',
  'RSET',
  'NOOP',
  'DATA',
  'QUIT',
  'STARTTLS',
  'AUTH PLAIN',
  'AUTH LOGIN',
  'VRFY a',
  'HELP',
  '',
  '.',
  '=',
  'XCLIENT',
]
const command = fc.oneof(
  fc.constantFrom(...COMMANDS, `MAIL FROM:<${EMAIL}>`, 'MAIL FROM:<>', `RCPT TO:<${RECIPIENT}>`, 'AUTH PLAIN AGEAYg=='),
  fc.string({ unit: 'binary', maxLength: 30 }),
  pieces,
)

test('whatever a client says, the server answers the next one, and nothing is sent in its name', () =>
  withServer(async (world) => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 15 }), async (commands) => {
        const client = await connectSmtp(world.port)
        client.write(commands.map((line) => `${line}\r\n`).join(''))
        client.write('\r\n.\r\nNOOP\r\n')
        await client.reply().catch(() => undefined)
        await client.end()
      }),
      { numRuns: CONVERSATIONS },
    )
    assert.deepEqual(world.engine.messages, [])
    assert.deepEqual(world.log.at('warn', 'error'), [])
    assert.equal((await send(await world.logIn(), {})).code, 250)
  }))
