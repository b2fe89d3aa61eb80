import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MailMessage } from '@heliograph/contracts'
import { mailData, messageIdOf } from '../src/mail-data.ts'

const SENDER = { from: 'sms@example.com' }
const MAIL: MailMessage = { to: 'desk@acme.example', subject: 'Hello', text: 'Text', idempotencyKey: 'forward:1' }

describe('a mail', () => {
  test('goes to one address, in the envelope as well', () => {
    const { envelope, to } = mailData(MAIL, SENDER)
    assert.deepEqual(
      [envelope, to],
      [
        { from: 'sms@example.com', to: ['desk@acme.example'] },
        { name: '', address: 'desk@acme.example' },
      ],
    )
  })

  test('keeps further headers, and none of those it has anyway', () => {
    const headers = {
      'Auto-Submitted': 'auto-generated',
      bcc: 'all@example.com',
      'Content-Type': 'text/html',
      From: 'x',
    }
    assert.deepEqual(mailData({ ...MAIL, headers }, SENDER).headers, { 'Auto-Submitted': 'auto-generated' })
  })

  test('has files with it', () => {
    const file = { name: 'figures-2026.csv', type: 'text/csv; charset=utf-8', content: 'a,b' }
    assert.deepEqual(mailData({ ...MAIL, attachments: [file] }, SENDER).attachments, [
      { filename: file.name, contentType: file.type, content: 'a,b' },
    ])
  })

  test('has one Message-ID for one key and sender, and others for others', () => {
    const id = messageIdOf('forward:1', 'sms@example.com')
    assert.match(id, /^<[0-9a-f]{40}@example\.com>$/)
    assert.equal(messageIdOf('forward:1', 'sms@example.com'), id)
    const others = [messageIdOf('forward:2', 'sms@example.com'), messageIdOf('forward:1', 'desk@example.com')]
    assert.equal(new Set([id, ...others]).size, 3)
  })

  const REFUSED: readonly (readonly [string, Partial<MailMessage>])[] = [
    ['a line break in the subject', { subject: 'Hello\r\nBcc: all@example.com' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: all@example.com' }],
    ['a NUL in the subject', { subject: 'Hello\0' }],
    ['a line break in a header', { headers: { 'X-Note': 'one\r\nBcc: all@example.com' } }],
    ['a line break in the name of a header', { headers: { 'X-Note\r\nBcc': 'all@example.com' } }],
    ['a colon in the name of a header', { headers: { 'X-Note:Bcc': 'all@example.com' } }],
    ['a line break in the name of a file', { attachments: [{ name: 'a\r\nb', type: 'text/csv', content: '' }] }],
    ['a line break in the type of a file', { attachments: [{ name: 'a', type: 'text/csv\r\nX: y', content: '' }] }],
    ['two recipients', { to: 'desk@acme.example, all@example.com' }],
    ['two recipients with a semicolon', { to: 'desk@acme.example;all@example.com' }],
    ['a recipient with a name', { to: 'Desk <desk@acme.example>' }],
    ['a line break in the recipient', { to: 'desk@acme.example\r\nRCPT TO:<all@example.com>' }],
    ['no recipient', { to: '' }],
    ['a recipient that is no address', { to: 'desk' }],
    ['a recipient that is too long', { to: `${'d'.repeat(250)}@acme.example` }],
    ['a line break in the address for answers', { replyTo: 'a@b.example\r\nBcc: all@example.com' }],
    ['two addresses for answers', { replyTo: 'a@b.example, c@d.example' }],
    ['no idempotency key', { idempotencyKey: '' }],
    ['a blank in the idempotency key', { idempotencyKey: 'forward 1' }],
    ['an idempotency key that is too long', { idempotencyKey: 'k'.repeat(201) }],
  ]
  for (const [name, change] of REFUSED)
    test(`with ${name} is refused for good`, () =>
      assert.throws(() => mailData({ ...MAIL, ...change }, SENDER), { name: 'MailError', failure: 'permanent' }))
})
