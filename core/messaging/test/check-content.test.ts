import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RichContent } from '@heliograph/contracts'
import { checkContent } from '../src/index.ts'

const url = 'https://shop.example/a.jpg'
const media = { kind: 'media', media: 'image', mediaType: 'image/jpeg', source: { url } } as const
const template = { kind: 'template', name: 'order_sent', language: 'en', parameters: ['1'] } as const
const reply = { kind: 'reply', id: 'y', title: 'Yes' } as const
const buttons = { kind: 'buttons', body: 'Shall we come?', buttons: [reply] } as const

const GOOD: readonly RichContent[] = [
  media,
  { ...media, source: { blobId: 'b' } },
  template,
  { ...template, parameters: [] },
  buttons,
  { ...buttons, buttons: [reply, { kind: 'url', title: 'Map', url }] },
]

const BAD: readonly (readonly [what: string, content: RichContent, fault: RegExp])[] = [
  ['an address of another kind', { ...media, source: { url: 'file:///etc/passwd' } }, /http or https/],
  ['no address', { ...media, source: { url: 'a.jpg' } }, /http or https/],
  ['an invalid media type', { ...media, mediaType: 'image' }, /media type/],
  ['a media type with a header in it', { ...media, mediaType: 'image/jpeg\r\nX: 1' }, /media type/],
  ['no name', { ...template, name: '' }, /name of a template/],
  ['no language', { ...template, language: '' }, /language/],
  ['too many parameters', { ...template, parameters: Array(51).fill('x') }, /50 parameters/],
  ['no body', { ...buttons, body: ' ' }, /body/],
  ['no buttons', { ...buttons, buttons: [] }, /1 to 10 buttons/],
  ['too many buttons', { ...buttons, buttons: Array(11).fill(reply) }, /1 to 10 buttons/],
  ['a button without a title', { ...buttons, buttons: [{ ...reply, title: '' }] }, /title/],
  [
    'a button that leads nowhere',
    { ...buttons, buttons: [{ kind: 'url', title: 'Map', url: 'javascript:1' }] },
    /http or https/,
  ],
  ['too much of it', { ...buttons, body: 'x'.repeat(32_001) }, /32000 characters/],
  ['another kind', { kind: 'poll' } as never, /unknown kind/],
]

for (const content of GOOD) test(`${JSON.stringify(content)} is kept`, () => checkContent(content, 0))

for (const [what, content, fault] of BAD)
  test(`content with ${what} is refused`, () => {
    assert.throws(() => checkContent(content, 2), { category: 'invalid', code: 'bad-content', message: fault })
    assert.throws(
      () => checkContent(content, 2),
      ({ details }) => fault.test(details['messages[2].content']),
    )
  })
