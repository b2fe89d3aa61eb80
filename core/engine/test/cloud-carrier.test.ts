import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type BlobContent,
  Blobs,
  EventLog,
  fallbackText,
  type MessageEvent,
  MessageHistory,
  Network,
  NetworkBlobs,
  ReceivedMessages,
  type RichContent,
  type ServiceToken,
} from '@heliograph/contracts'
import { type CloudWorld, startCloudWorld } from './support/cloud-network.ts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'
import { find } from './support/smpp-node.ts'

// Rich content from the submission to a chat service and back, over a carrier that is a package of its own and HTTP on
// this machine, with SMS where that does not take it.

const PICTURE = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 31) % 256))
const TO = '27821110000'

describe('a carrier of rich content', () => {
  const sms = new FakeLink('main')
  let node: Harness
  let cloud: CloudWorld
  before(async () => {
    cloud = await startCloudWorld({
      network: {
        receipt: (receipt) => find(node.engine.services, Network).receipt(receipt),
        incoming: (message) => find(node.engine.services, Network).incoming(message),
        lateAnswer: (answer) => find(node.engine.services, Network).lateAnswer(answer),
        unreported: (query) => find(node.engine.services, Network).unreported(query),
      },
      blobs: {
        put: (number, blob) => find(node.engine.services, NetworkBlobs).put(number, blob),
        get: (blobId) => find(node.engine.services, NetworkBlobs).get(blobId),
        remove: (blobId) => find(node.engine.services, NetworkBlobs).remove(blobId),
      },
    })
    node = await startEngine({
      carriers: new Map([
        ['cloud', cloud.plugin.carrier ?? carrierOf()],
        ['sms', carrierOf(sms)],
      ]),
      roles: ['dispatch'],
      settings: { routes: { default: { links: ['cloud/main'], fallbacks: [['sms/main']] } } },
    })
  })
  after(async () => {
    await node.close()
    await cloud.close()
  })

  const service = <T>(token: ServiceToken<T>) => find(node.engine.services, token)

  async function send(content: RichContent): Promise<number> {
    const { entries } = await node.submit({ text: fallbackText(content), content, to: TO })
    const smsId = entries[0]?.smsId as number
    await node.until(async () => (await node.stateOf(smsId)) === 'submitted', `${smsId} is submitted`)
    return smsId
  }

  /** What the network got last. */
  const lastRequest = () => JSON.parse(cloud.requests.at(-1)?.body.toString('utf8') as string)
  const networkIdOf = async (smsId: number) => {
    const [row] = await node.engine.sql<{ network_id: string }[]>`
      select network_id from submission where sms_id = ${smsId}`
    return row?.network_id as string
  }

  async function octetsOf({ octets }: BlobContent): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for await (const piece of octets) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  it('sends templates, pictures at an address and buttons', async () => {
    await send({ kind: 'template', name: 'order_sent', language: 'en', parameters: ['4711 é'] })
    const [text] = lastRequest().template.components[0].parameters
    assert.deepEqual([lastRequest().to, text], [TO, { type: 'text', text: '4711 é' }])
    const source = { url: 'https://shop.example/a.jpg' }
    await send({ kind: 'media', media: 'image', mediaType: 'image/jpeg', source, caption: 'Yours' })
    assert.deepEqual(lastRequest().image, { link: source.url, caption: 'Yours' })
    await send({ kind: 'buttons', body: 'Shall we come?', buttons: [{ kind: 'reply', id: 'y', title: 'Yes' }] })
    assert.deepEqual(lastRequest().interactive.action.buttons, [{ type: 'reply', reply: { id: 'y', title: 'Yes' } }])
    assert.ok(cloud.requests.every(({ authorization }) => authorization === 'Bearer token-of-the-api'))
  })

  it('uploads a file of the gateway and sends that', async () => {
    const { blobId } = await service(Blobs).put(node.principal, { mediaType: 'image/png', octets: PICTURE })
    await send({ kind: 'media', media: 'image', mediaType: 'image/png', source: { blobId } })
    const upload = cloud.requests.at(-2)
    assert.deepEqual([upload?.path, upload?.type], ['/1001/media', 'image/png'])
    assert.ok(upload?.body.equals(PICTURE))
    assert.ok(cloud.files.has(lastRequest().image.id))
  })

  it('reports that a message was delivered and read: the state is that of the delivery', async () => {
    const reported: MessageEvent[] = []
    const follower = await service(EventLog).follow({
      name: 'reads',
      kinds: ['message-read'],
      handler: async (events) => void reported.push(...events),
    })
    // Its text would take two parts.
    const smsId = await send({ kind: 'template', name: 'hello', language: 'en', parameters: ['x'.repeat(200)] })
    const id = await networkIdOf(smsId)
    const seconds = Math.floor(Date.now() / 1000)
    const tell = (status: string) => cloud.callBack({ statuses: [{ id, status, timestamp: String(seconds) }] })
    assert.deepEqual([await tell('sent'), await tell('read')], [200, 200])
    await node.until(async () => (await node.stateOf(smsId)) === 'delivered', 'it is delivered')
    await node.until(() => reported.length > 0, 'it is reported')
    await follower.stop()
    assert.deepEqual(
      reported.map((event) => event.kind === 'message-read' && [event.smsId, event.readAt.getTime()]),
      [[smsId, seconds * 1000]],
    )
    const history = await service(MessageHistory).of(node.principal, smsId)
    assert.deepEqual(
      history?.filter(({ kind }) => kind === 'report').map((entry) => entry.kind === 'report' && entry.status),
      ['accepted', 'read'],
    )
  })

  it('takes a picture in, for its client alone', async () => {
    const [channel] = await node.engine.sql<{ address: string }[]>`
      select address from channel where client_id = ${node.principal.clientId}`
    cloud.files.set('file-of-a-person', PICTURE)
    const message = { from: '27831234567', to: channel?.address, timestamp: String(Math.floor(Date.now() / 1000)) }
    const image = { id: 'file-of-a-person', mime_type: 'image/jpeg', caption: 'Look' }
    assert.equal(await cloud.callBack({ messages: [{ ...message, image }] }), 200)
    const { records } = await service(ReceivedMessages).find(node.principal, { limit: 1 })
    assert.equal(records[0]?.text, 'Look')
    const [attached] = await service(Blobs).attachedTo(node.principal, [records[0]?.incomingId as number])
    assert.deepEqual([attached?.mediaType, attached?.size], ['image/jpeg', PICTURE.length])
    const blobId = attached?.blobId as string
    assert.ok((await octetsOf((await service(Blobs).get(node.principal, blobId)) as BlobContent)).equals(PICTURE))
    assert.equal(await service(Blobs).get(await node.addClient(), blobId), undefined)
  })

  it('has the text go out as an SMS where its network does not let it', async () => {
    cloud.status = 403
    const smsId = await send({ kind: 'buttons', body: 'Come?', buttons: [{ kind: 'reply', id: 'y', title: 'Yes' }] })
    cloud.status = 200
    assert.equal(lastRequest().type, 'interactive', 'the chat service was asked first')
    assert.deepEqual(
      sms.submitted.map((message) => [message.smsId, message.text, message.content]),
      [[smsId, 'Come?\n- Yes', undefined]],
    )
  })
})
