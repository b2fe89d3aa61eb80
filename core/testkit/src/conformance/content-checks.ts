import assert from 'node:assert/strict'
import {
  Blobs,
  type CarrierLink,
  CONTENT_KINDS,
  type ContentKind,
  GatewayError,
  type LinkCapabilities,
  NetworkBlobs,
  type RichContent,
} from '@heliograph/contracts'
import type { CallbackCase, CallbackOptions } from './callback-checks.ts'
import { prepare, watchInbox } from './callback-promises.ts'
import { type AnyPluginModule, type CarrierKit, withCarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'

/** What a content of the kit is known by in the requests of a carrier. */
interface Sample {
  readonly name: string
  readonly content: RichContent
  readonly telling: readonly string[]
}

const FALLBACK = 'KitFallback'
const OCTETS = 'KitOctets'

/**
 * The contract's rules for links that declare more than plain texts: that they declare what there is, take every kind
 * of content that they declare, and that their callbacks show what the network is said to report.
 */
export function contentChecks(module: AnyPluginModule, options: CallbackOptions): readonly Check[] {
  const withKit = (work: (kit: CarrierKit) => Promise<void>) => () => withCarrierKit(module, options, work)
  return [
    { name: 'links declare what there is', run: withKit(checkDeclared) },
    ...CONTENT_KINDS.map((kind) => ({
      name: `a link that declares ${kind} sends it`,
      run: withKit((kit) => checkKind(kit, kind, options.http !== undefined)),
    })),
    { name: 'callbacks report reads and attachments as links declare', run: () => checkReported(module, options) },
    {
      name: 'a message is taken without what cannot be kept',
      run: () => eachWithAttachments(module, options, checkWithout),
    },
    {
      name: 'a message is not acknowledged while its attachments cannot be kept',
      run: () => eachWithAttachments(module, options, checkRefused),
    },
  ]
}

async function checkDeclared({ carrier }: CarrierKit): Promise<void> {
  for (const { name, capabilities, receipts } of carrier.links) {
    if (capabilities === undefined) continue
    const { content, inboundMedia, read } = capabilities
    const unknown = content.filter((kind) => !CONTENT_KINDS.includes(kind))
    assert.deepEqual(unknown, [], `link ${name} declares kinds of content that there are not`)
    assert.equal(new Set(content).size, content.length, `link ${name} declares a kind twice`)
    for (const declared of [read, inboundMedia])
      assert.equal(typeof declared, 'boolean', `link ${name} does not say whether it can`)
    assert.ok(!read || receipts !== 'none', `link ${name} reports reads, but has no receipts`)
  }
}

async function checkKind(kit: CarrierKit, kind: ContentKind, isHttp: boolean): Promise<void> {
  await kit.open()
  for (const link of kit.carrier.links.filter(({ capabilities }) => capabilities?.content.includes(kind)))
    for (const sample of await samplesOf(kit, kind)) await checkSample(kit, link, sample, isHttp)
}

async function checkSample(kit: CarrierKit, link: CarrierLink, sample: Sample, isHttp: boolean): Promise<void> {
  const earlier = kit.http.requests.length
  const message = kit.message({ content: sample.content, text: FALLBACK.repeat(20), parts: 2 })
  const outcomes = await kit.submit(link, message)
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind),
    ['accepted'],
    `link ${link.name} does not take ${sample.name} with one outcome for the whole message`,
  )
  if (!isHttp) return
  const sent = kit.http.requests
    .slice(earlier)
    .map(({ url, body = '' }) => `${url} ${Buffer.from(body).toString('latin1')}`)
  const missing = sample.telling.filter((word) => !sent.some((text) => text.includes(word)))
  assert.deepEqual(missing, [], `link ${link.name} does not send all of ${sample.name}`)
  assert.ok(!sent.some((text) => text.includes(FALLBACK)), `link ${link.name} sends the text instead of ${sample.name}`)
}

/** Words without a character that any form of a request would write in another way. */
async function samplesOf(kit: CarrierKit, kind: ContentKind): Promise<readonly Sample[]> {
  switch (kind) {
    case 'media': {
      const { blobId } = await kit.engine.service(Blobs).put(kit.engine.principal(kit.account.apiKey), {
        mediaType: 'image/png',
        octets: Buffer.from(OCTETS),
      })
      const media = { kind, media: 'image', mediaType: 'image/png', caption: 'KitCaption' } as const
      const url = 'https://files.example/KitPicture.png'
      return [
        { name: 'media at an address', content: { ...media, source: { url } }, telling: ['KitPicture', 'KitCaption'] },
        { name: 'media from a file', content: { ...media, source: { blobId } }, telling: [OCTETS, 'KitCaption'] },
      ]
    }
    case 'template':
      return [
        {
          name: 'a template',
          content: { kind, name: 'KitTemplate', language: 'xh', parameters: ['KitFirst', 'KitSecond'] },
          telling: ['KitTemplate', 'xh', 'KitFirst', 'KitSecond'],
        },
      ]
    case 'buttons':
      return [
        {
          name: 'buttons',
          content: {
            kind,
            body: 'KitBody',
            buttons: [
              { kind: 'reply', id: 'KitId', title: 'KitYes' },
              { kind: 'url', title: 'KitMap', url: 'https://files.example/KitPlace' },
            ],
          },
          telling: ['KitBody', 'KitId', 'KitYes', 'KitMap', 'KitPlace'],
        },
      ]
  }
}

/** What the links of a carrier declare together: callbacks need not name their link. */
function declaredBy({ carrier }: CarrierKit): Pick<LinkCapabilities, 'read' | 'inboundMedia'> {
  const all = carrier.links.map(({ capabilities }) => capabilities)
  return { read: all.some((each) => each?.read), inboundMedia: all.some((each) => each?.inboundMedia) }
}

async function checkReported(module: AnyPluginModule, options: CallbackOptions): Promise<void> {
  const seen = { read: false, inboundMedia: false }
  let declared = seen
  for (const row of options.callbacks ?? [])
    await withCarrierKit(module, options, async (kit) => {
      const { incoming, receipts } = await tell(kit, row)
      seen.read ||= receipts.some(({ status }) => status === 'read')
      const blobIds = incoming.flatMap(({ attachments = [] }) => attachments)
      seen.inboundMedia ||= blobIds.length > 0
      for (const blobId of blobIds)
        assert.ok(
          await kit.engine.service(NetworkBlobs).get(blobId),
          `an attachment is no file: ${blobId} (${row.name})`,
        )
    })
  await withCarrierKit(module, options, async (kit) => {
    declared = declaredBy(kit)
  })
  // Without callbacks the kit cannot see what the network reports.
  if (options.callbacks !== undefined)
    assert.deepEqual(seen, declared, 'the rows of `callbacks` report more or less than the links declare')
}

async function tell(kit: CarrierKit, row: CallbackCase) {
  const request = await prepare(kit, row)
  const reported = watchInbox(kit)
  const response = await kit.settled(kit.request(request))
  return { ...reported(), status: response.status }
}

async function eachWithAttachments(
  module: AnyPluginModule,
  options: CallbackOptions,
  check: (kit: CarrierKit, row: CallbackCase) => Promise<void>,
): Promise<void> {
  for (const row of options.callbacks ?? []) {
    let hasAttachments = false
    await withCarrierKit(module, options, async (kit) => {
      hasAttachments = (await tell(kit, row)).incoming.some(({ attachments = [] }) => attachments.length > 0)
    })
    if (hasAttachments) await withCarrierKit(module, options, (kit) => check(kit, row))
  }
}

async function checkWithout(kit: CarrierKit, row: CallbackCase): Promise<void> {
  kit.engine.failNext(new GatewayError('conflict', 'blobs-full', 'No more room'), 'blobs')
  const { incoming, status } = await tell(kit, row)
  assert.equal(kit.engine.waitingFaults, 0, 'it kept nothing')
  assert.ok(status < 400 && incoming.length > 0, `the message is lost with its file: it is answered with ${status}`)
}

async function checkRefused(kit: CarrierKit, row: CallbackCase): Promise<void> {
  kit.engine.failNext('unavailable', 'blobs')
  const { incoming, status } = await tell(kit, row)
  assert.equal(kit.engine.waitingFaults, 0, 'it kept nothing')
  assert.ok(status >= 400, `it is answered with ${status}, and the network will not call again`)
  assert.deepEqual(incoming, [], 'the message is taken, and will come again')
}
