import assert from 'node:assert/strict'
import { Blobs, fallbackText, Reports, type RichContent } from '@heliograph/contracts'
import { recordOf, submit, submitOne } from './requests.ts'
import type { ServiceCase } from './service-world.ts'

const media = {
  kind: 'media',
  media: 'image',
  mediaType: 'image/jpeg',
  source: { url: 'https://a.example/b' },
} as const
const template = { kind: 'template', name: 'order_sent', language: 'en', parameters: ['4711'] } as const

export const contentCases: readonly ServiceCase[] = [
  {
    name: 'a message with content is its text in reports, and costs what its text costs',
    client: { credit: '1.00', price: '0.05' },
    async run(world, client) {
      const smsId = await submitOne(world, client, { content: template, text: fallbackText(template) })
      const record = await recordOf(world, client, smsId)
      assert.deepEqual([record?.text, record?.parts, Number(record?.price.amount)], ['order_sent: 4711', 1, 0.05])
    },
  },
  {
    name: 'content that cannot be kept refuses the whole request',
    async run(world, client) {
      const { blobId } = await world.service(Blobs).put(client.principal, {
        mediaType: 'image/jpeg',
        octets: new Uint8Array(1),
      })
      const stranger = await world.addClient()
      const bad: readonly RichContent[] = [
        { ...media, source: { url: 'ftp://a.example/b' } },
        { ...media, source: { blobId: 'b' } },
        { ...media, source: { blobId: '00000000-0000-4000-8000-000000000000' } },
        { ...template, name: '' },
      ]
      for (const content of bad)
        await assert.rejects(submit(world, client, [{}, { content }]), { category: 'invalid', code: 'bad-content' })
      const content = { ...media, source: { blobId } }
      await assert.rejects(submit(world, stranger, { content }), { category: 'invalid', code: 'bad-content' })
      const { records } = await world.service(Reports).find(client.principal, { limit: 10 })
      assert.deepEqual(records, [])
      const { entries } = await submit(world, client, { content })
      assert.equal(entries[0]?.state, 'queued')
    },
  },
]
