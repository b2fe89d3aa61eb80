import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fallbackText, type RichContent } from '../src/index.ts'

const media = { kind: 'media', media: 'image', mediaType: 'image/jpeg' } as const
const url = 'https://shop.example/a.jpg'
const reply = { kind: 'reply', id: 'y', title: 'Yes' } as const

const ROWS: readonly (readonly [what: string, content: RichContent, text: string])[] = [
  ['a caption and an address', { ...media, source: { url }, caption: 'Your order' }, `Your order\n${url}`],
  ['an address', { ...media, source: { url } }, url],
  ['a caption', { ...media, source: { blobId: 'b' }, caption: 'Your order' }, 'Your order'],
  ['a name', { ...media, media: 'document', source: { blobId: 'b' }, fileName: 'invoice.pdf' }, 'invoice.pdf'],
  ['neither', { ...media, media: 'video', source: { blobId: 'b' }, caption: ' ' }, '[video]'],
  [
    'a template',
    { kind: 'template', name: 'order_sent', language: 'en', parameters: ['Anna', '4711'] },
    'order_sent: Anna, 4711',
  ],
  ['a template without places', { kind: 'template', name: 'hello', language: 'en', parameters: [] }, 'hello'],
  [
    'buttons',
    { kind: 'buttons', body: 'Shall we come?', buttons: [reply, { kind: 'url', title: 'Map', url }] },
    `Shall we come?\n- Yes\nMap: ${url}`,
  ],
]

for (const [what, content, text] of ROWS) {
  test(`the text of ${what}`, () => {
    assert.equal(fallbackText(content), text)
  })
}
