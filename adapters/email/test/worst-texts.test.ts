import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bestAttempt, worstTexts } from '@heliograph/testkit'
import { bodyText } from '../src/body-text.ts'
import { htmlText, MAX_LENGTH } from '../src/html-text.ts'
import { readMail } from '../src/read-mail.ts'

const MOST_MS = 50
const RULES = { subject: 'before', stripQuotes: true } as const

/** `maxBytes` unless an operator sets another. */
const MAIL_OCTETS = 2_000_000

/** Texts of quoted mails and what only looks like them, besides the worst texts of any interface. */
const QUOTING = [
  'on 1 @ wrote ',
  'on 1 a wrote:\n\n>\n',
  'On 1\n',
  'am 1 schrieb schrieb:',
  'le @ a écrit: ',
  '@\n',
  '<a@b> wrote:\n',

  '-----Original Message-----\n>\n',
  '-\t',
  '- \t',
  'From: x\nx\nx\nx\n',
  'From: x\nSent: x\n',
  'Sent from my a\n',
  '_',
]
const TEXTS = [
  ...worstTexts(MAX_LENGTH),
  ...QUOTING.map((piece) => ({ name: JSON.stringify(piece), text: piece.repeat(MAX_LENGTH / piece.length) })),
  { name: 'an address of angle brackets', text: `${'<a@'.repeat(MAX_LENGTH / 3 - 5)} wrote:` },
  { name: 'a heading of blanks', text: `${'- '.repeat(MAX_LENGTH / 2 - 1)}-` },
]
const QUOTED_PRINTABLE = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable'
const HEADS = [
  'Content-Type: text/plain',
  'Content-Type: text/html',
  'Content-Type: text/plain; format=flowed; delsp=yes',
  QUOTED_PRINTABLE,
  'Content-Type: multipart/mixed; boundary=a',
  'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: base64',
]

async function assertQuick(run: () => unknown, what: string): Promise<void> {
  const longest = await bestAttempt(run, MOST_MS)
  assert.ok(longest <= MOST_MS, `${what}: ${longest} ms`)
}

describe('no mail blocks the event loop', () => {
  test('by the text of the longest that is read', async () => {
    for (const { name, text } of TEXTS)
      await assertQuick(() => bodyText({ subject: text.slice(0, 1_000), text }, RULES), name)
  })

  test('by its HTML', async () => {
    for (const { name, text } of TEXTS) await assertQuick(() => htmlText(text), name)
    for (const tag of [
      '<p>',
      '<p>x</p>',
      '<br>',
      '<blockquote>',
      '<ul><li>',
      '<table><tr><td>',
      '<a href=x>y</a>',
      '&amp;',
    ]) {
      // As many of them as are read, and one more.
      for (const count of [250, 2_000, 5_999, 6_001])
        await assertQuick(() => htmlText(tag.repeat(count)), `${count} ${tag}`)
    }
  })

  for (const head of HEADS) {
    test(`by a body of the largest size: ${head.replace('\r\n', ', ')}`, async () => {
      for (const { name, text } of worstTexts(MAIL_OCTETS, Buffer.byteLength)) {
        const octets = Buffer.from(`${head}\r\n\r\n${text}`)
        const read = () => readMail(octets).catch(() => undefined)
        await assertQuick(read, name)
      }
    })
  }

  test('by a text that is escaped throughout, which is read; more equals signs are not', async () => {
    const line = `${'=D0=9F'.repeat(12)}=\r\n`
    const mailOf = (text: string) => Buffer.from(`${QUOTED_PRINTABLE}\r\n\r\n${text}`)
    const escaped = mailOf(line.repeat(Math.floor(MAIL_OCTETS / line.length)))
    assert.equal((await readMail(escaped)).contentType, 'text/plain')
    await assertQuick(() => readMail(escaped), 'escaped throughout')
    await assert.rejects(readMail(mailOf('='.repeat(700_001))), /too many equals signs/)
  })

  test('by a header of the largest size', async () => {
    for (const name of [
      'Subject',
      'From',
      'Reply-To',
      'References',
      'Message-ID',
      'Content-Type',
      'List-Id',
      'X-Any',
    ]) {
      for (const worst of worstTexts(64 * 1024 - 100, Buffer.byteLength)) {
        const octets = Buffer.from(`${name}: ${worst.text}\r\n\r\nCome home.`)
        await assertQuick(() => readMail(octets).catch(() => undefined), `${name}: ${worst.name}`)
      }
    }
  })
})
