import assert from 'node:assert/strict'
import { test } from 'node:test'
import { automaticSign, type MailSigns } from '../src/automatic.ts'

const ROWS: readonly (readonly [
  string,
  Partial<Pick<MailSigns, 'sender' | 'contentType'>>,
  Record<string, string>,
  string,
])[] = [
  ['a person', {}, {}, 'none'],
  ['a person, said so', {}, { 'auto-submitted': 'no' }, 'none'],
  ['a person who wants no answers of machines, said none', {}, { 'x-auto-response-suppress': 'none' }, 'none'],
  ['a bounce', { sender: '' }, {}, 'answer'],
  ['a bounce from an address', { sender: 'MAILER-DAEMON@acme.example' }, {}, 'answer'],
  ['a forged bounce with everything but the sender', { contentType: 'multipart/report' }, {}, 'answer'],
  ['a failure report of old kind', {}, { 'x-failed-recipients': '27821234567@sms.example' }, 'answer'],
  ['an answering machine', {}, { 'auto-submitted': 'auto-replied' }, 'answer'],
  ['an answering machine with a parameter', {}, { 'auto-submitted': 'auto-replied; owner-email="a@b.c"' }, 'answer'],
  ['an answering machine of old kind', {}, { 'x-autoreply': 'yes' }, 'answer'],
  ['an answering machine by precedence', {}, { precedence: 'auto_reply' }, 'answer'],
  [
    "Exchange's answering machine",
    {},
    { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'all', 'in-reply-to': '<1@acme.example>' },
    'answer',
  ],
  ['a monitor', {}, { 'auto-submitted': 'auto-generated' }, 'generated'],
  ['a monitor that wants no answers of machines', {}, { 'x-auto-response-suppress': 'oof' }, 'generated'],
  ['a campaign', {}, { precedence: 'bulk' }, 'generated'],
  ['a mailing list', {}, { 'list-id': '<all.acme.example>' }, 'generated'],
]
for (const [name, signs, headers, kind] of ROWS)
  test(`${name}: ${kind}`, () => {
    const header = (wanted: string) => headers[wanted] ?? ''
    const found = automaticSign({ sender: 'jo@acme.example', contentType: 'text/plain', ...signs, header })
    assert.equal(found?.kind ?? 'none', kind)
  })
