import assert from 'node:assert/strict'
import { type BlobContent, Blobs, type MessageEvent, MessageEvents, Network, NetworkBlobs } from '@heliograph/contracts'
import { eventually, type ServiceCase, type ServiceWorld } from './service-world.ts'

const PICTURE = { mediaType: 'image/jpeg', fileName: 'a dog \u{1F436}.jpg' } as const
const FROM = '27831234567'

/** Octets of every value, more than one chunk has. */
const OCTETS = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))

async function* inPieces(octets: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < octets.length; at += length) yield octets.subarray(at, at + length)
}

async function readAll({ octets }: BlobContent): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of octets) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A picture comes in on a number. Resolves with its id and that of its message. */
async function receive(world: ServiceWorld, to: string, mayBeRepeated = false) {
  const { blobId } = await world.service(NetworkBlobs).put(to, { ...PICTURE, octets: OCTETS })
  const { incomingId } = await world.service(Network).incoming({
    carrier: 'net',
    link: 'main',
    from: FROM,
    to,
    text: '',
    encoding: 'gsm',
    mayBeRepeated,
    receivedAt: new Date(world.now()),
    attachments: [blobId],
  })
  return { blobId, incomingId: incomingId as number }
}

export const blobCases: readonly ServiceCase[] = [
  {
    name: 'a file is read as it was put, in pieces of any length',
    async run(world, { principal }) {
      const blobs = world.service(Blobs)
      for (const length of [1_000, 262_144, 300_000]) {
        const put = await blobs.put(principal, { ...PICTURE, octets: inPieces(OCTETS, length) })
        const { createdAt, ...record } = put
        assert.deepEqual(record, { ...PICTURE, blobId: put.blobId, size: OCTETS.length })
        assert.ok(createdAt instanceof Date)
        assert.deepEqual(await blobs.stat(principal, put.blobId), put)
        const found = (await blobs.get(principal, put.blobId)) as BlobContent
        assert.ok((await readAll(found)).equals(OCTETS), `pieces of ${length}`)
      }
    },
  },
  {
    name: 'what is too large, of another type or breaks off is not kept',
    async run(world, { principal }) {
      const blobs = world.service(Blobs)
      const put = (blob: object) => blobs.put(principal, { ...PICTURE, octets: OCTETS, ...blob })
      const tooLarge = { category: 'too-large', code: 'blob-too-large' }
      await assert.rejects(put({ size: OCTETS.length - 1 }), tooLarge)
      await assert.rejects(put({ octets: new Uint8Array(16 * 1_048_576 + 1) }), tooLarge)
      for (const wrong of [
        { mediaType: 'text/html' },
        { mediaType: 'image/svg+xml' },
        { mediaType: 'image/jpeg\r\nx: y' },
        { fileName: 'x'.repeat(201) },
      ])
        await assert.rejects(put(wrong), { category: 'invalid', code: 'bad-blob' })
      async function* breaking() {
        yield OCTETS
        throw new Error('The network is away')
      }
      await assert.rejects(put({ octets: breaking() }), { message: 'The network is away' })
    },
  },
  {
    name: 'files of another client are not found, not even by an operator',
    async run(world, { principal }) {
      const blobs = world.service(Blobs)
      const { blobId } = await blobs.put(principal, { ...PICTURE, octets: OCTETS })
      const { principal: stranger } = await world.addClient()
      for (const other of [stranger, { ...stranger, role: 'operator' as const }]) {
        assert.equal(await blobs.stat(other, blobId), undefined)
        assert.equal(await blobs.get(other, blobId), undefined)
        assert.equal(await blobs.remove(other, blobId), false)
      }
      for (const none of ['', 'x', "' or true --", '00000000-0000-4000-8000-000000000000'])
        assert.equal(await blobs.get(principal, none), undefined)
      assert.equal(await blobs.remove(principal, blobId), true)
      assert.equal(await blobs.get(principal, blobId), undefined)
      assert.equal(await blobs.remove(principal, blobId), false)
    },
  },
  {
    name: 'what comes in with a message belongs to the client of its number',
    async run(world, client) {
      const blobs = world.service(Blobs)
      const { blobId, incomingId } = await receive(world, client.address)
      const attached = await blobs.attachedTo(client.principal, [incomingId])
      assert.deepEqual(
        attached.map((each) => [each.blobId, each.mediaType, each.fileName, each.size]),
        [[blobId, PICTURE.mediaType, PICTURE.fileName, OCTETS.length]],
      )
      assert.ok((await readAll((await blobs.get(client.principal, blobId)) as BlobContent)).equals(OCTETS))
      const { principal: stranger } = await world.addClient()
      assert.deepEqual(await blobs.attachedTo(stranger, [incomingId]), [])
      assert.equal(await blobs.get(stranger, blobId), undefined)
      assert.deepEqual(await blobs.attachedTo(client.principal, [incomingId + 1_000_000]), [])
      assert.deepEqual(await blobs.attachedTo(client.principal, []), [])
    },
  },
  {
    name: 'what came in with several messages is told with which',
    async run(world, { address, principal }) {
      const [one, other] = [await receive(world, address), await receive(world, address)]
      const attached = await world.service(Blobs).attachedTo(principal, [other.incomingId, one.incomingId])
      assert.deepEqual(
        attached.map(({ blobId, incomingId }) => ({ blobId, incomingId })),
        [one, other],
      )
    },
  },
  {
    name: 'the event of a message names what came in with it',
    async run(world, client) {
      const reported: MessageEvent[] = []
      const events = world.service(MessageEvents)
      const listener = await events.subscribe({
        name: 'files',
        kinds: ['sms-received'],
        handler: async (given) => void reported.push(...given),
      })
      const { blobId, incomingId } = await receive(world, client.address)
      await eventually(() => reported.length > 0, 'it is told')
      await listener.stop()
      await events.cancel('files')
      const [event] = reported
      assert.ok(event?.kind === 'sms-received' && event.incomingId === incomingId)
      assert.deepEqual(event.attachments, [blobId])
    },
  },
  {
    name: 'a message that comes again has what came with it once',
    async run(world, client) {
      const blobs = world.service(Blobs)
      const first = await receive(world, client.address, true)
      const again = await receive(world, client.address, true)
      assert.equal(again.incomingId, first.incomingId)
      const attached = await blobs.attachedTo(client.principal, [first.incomingId])
      assert.deepEqual(
        attached.map(({ blobId }) => blobId),
        [first.blobId],
      )
    },
  },
  {
    name: 'a user with a channel of its own sees what came in on that, and what it put itself',
    async run(world, client) {
      const { clientId } = client.principal
      const blobs = world.service(Blobs)
      const number = '27829990071'
      const channelId = await world.addChannel(clientId, { number, default: false })
      const user = await world.addUser(clientId, { channelId })
      const [own, others] = [await receive(world, number), await receive(world, client.address)]
      const put = await blobs.put(user, { ...PICTURE, octets: OCTETS })
      const { blobId: clients } = await blobs.put(client.principal, { ...PICTURE, octets: OCTETS })
      const seen = [own.blobId, others.blobId, put.blobId, clients].map(
        async (id) => (await blobs.stat(user, id)) && id,
      )
      assert.deepEqual(await Promise.all(seen), [own.blobId, undefined, put.blobId, undefined])
      assert.deepEqual(await blobs.attachedTo(user, [others.incomingId]), [])
      assert.equal((await blobs.attachedTo(user, [own.incomingId])).length, 1)
    },
  },
  {
    name: 'carriers get any file, and remove what is attached to nothing',
    async run(world, client) {
      const network = world.service(NetworkBlobs)
      const { blobId } = await world.service(Blobs).put(client.principal, { ...PICTURE, octets: OCTETS })
      assert.ok((await readAll((await network.get(blobId)) as BlobContent)).equals(OCTETS))
      assert.equal(await network.get('x'), undefined)
      const loose = await network.put('27899999999', { ...PICTURE, octets: OCTETS })
      await network.remove(loose.blobId)
      assert.equal(await network.get(loose.blobId), undefined)
      const attached = await receive(world, client.address)
      await network.remove(attached.blobId)
      assert.notEqual(await network.get(attached.blobId), undefined)
    },
  },
]
