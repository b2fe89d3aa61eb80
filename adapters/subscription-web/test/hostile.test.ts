import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AuditLog, isGatewayError } from '@heliograph/contracts'
import { type AdapterKit, memoryLinks, memoryShortLinks, withAdapterKit } from '@heliograph/testkit'
import subscriptionWeb from '../src/index.ts'
import { ACCOUNT, CLIENT_ID, linkOf } from './requests.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A GET, by the address it comes from. */
interface Visit {
  readonly address: string
  readonly direction?: 'out' | 'in'
  readonly clientId?: number
  readonly mobile: string
  readonly query?: string
}

/** Opens a link without a browser; resolves with the status of the page. */
async function open(kit: AdapterKit, { address, clientId = CLIENT_ID, direction = 'out', ...visit }: Visit) {
  const { mobile, query = '' } = visit
  const path = linkOf(direction, mobile, clientId)
  const route = kit.adapter.routes?.find((each) => each.method === 'GET' && each.path.includes(`/opt/${direction}/`))
  const request = {
    method: 'GET' as const,
    path,
    query,
    headers: {},
    body: Buffer.alloc(0),
    remoteAddress: address,
    isSecure: true,
    requestId: 'r-1',
    params: { clientid: String(clientId), mobile },
    signal: new AbortController().signal,
  } as const
  try {
    return (await route?.handler(request))?.status
  } catch (error) {
    assert.ok(isGatewayError(error))
    return kit.adapter.formatError?.(error, request)?.status
  }
}

const addressOf = (index: number) => `10.1.${index >> 8}.${index & 255}`
const mobileOf = (index: number) => `2782${String(index).padStart(7, '0')}`
const signatureOf = (mobile: string) => memoryLinks.sign({ clientId: CLIENT_ID, direction: 'out', mobile })
const changesIn = ({ engine }: AdapterKit) => engine.events.filter(({ kind }) => kind === 'subscription-set').length

const withPages = (work: (kit: AdapterKit) => Promise<void>) =>
  withAdapterKit(
    subscriptionWeb,
    { config: {}, account: { ...ACCOUNT, user: { role: 'admin' } }, base: { method: 'GET', path: linkOf('out') } },
    work,
  )

/** What the client's admin sees of the alarm. */
async function alarmsIn({ account, engine }: AdapterKit): Promise<readonly (string | undefined)[]> {
  const { records } = await engine.service(AuditLog).find({ ...account.principal, scope: 'portal' }, { limit: 100 })
  const found = records.filter(({ action }) => action === 'link-changes-capped')
  for (const { email, userId, subject } of found)
    assert.deepEqual([userId, email !== '', subject], [null, true, `client ${CLIENT_ID}`])
  return found.map(({ detail }) => `${detail.level} ${detail.changes}`)
}

describe('unsigned links, which anyone can make', () => {
  test('300 addresses change 100 contacts of a client; the others are asked, and the alarm is raised once', () =>
    withPages(async (kit) => {
      for (let index = 0; index < 300; index += 1)
        assert.equal(await open(kit, { address: addressOf(index), mobile: mobileOf(index) }), 200)
      assert.equal(changesIn(kit), 100)
      assert.deepEqual(await alarmsIn(kit), ['asking 100'])
      assert.equal(kit.metrics.value('subscription_web_alarms', { level: 'asking' }), 1)
      assert.equal(kit.log.at('warn').length, 1)
    }))

  test('3,000 addresses that press the button change 1,000, then it is 429', () =>
    withPages(async (kit) => {
      let refused = 0
      for (let index = 0; index < 3_000; index += 1) {
        const visit = { address: addressOf(index), mobile: mobileOf(index), query: 'confirm=1' }
        if ((await open(kit, visit)) === 429) refused += 1
      }
      assert.deepEqual([changesIn(kit), refused], [1_000, 2_000])
      assert.deepEqual(await alarmsIn(kit), ['refusing 1000', 'asking 100'])
    }))

  test('one address changes 100 contacts a day, 30 a minute at most', () =>
    withPages(async (kit) => {
      kit.clock.advance(DAY_MS - (kit.clock.now() % DAY_MS))
      for (let index = 0; index < 2_000; index += 1) {
        await open(kit, { address: addressOf(1), mobile: mobileOf(index), query: 'confirm=1' })
        kit.clock.advance(20_000)
      }
      assert.equal(changesIn(kit), 100)
    }))

  test('both directions count together, and other clients by themselves', () =>
    withPages(async (kit) => {
      const clientId = kit.engine.addClient({ name: 'Other' })
      for (let index = 0; index < 200; index += 1) {
        const direction = index % 2 === 0 ? 'out' : 'in'
        await open(kit, { address: addressOf(index), mobile: mobileOf(index), direction })
      }
      assert.equal(changesIn(kit), 100)
      assert.equal(await open(kit, { address: '10.2.0.1', clientId, mobile: mobileOf(1) }), 200)
      assert.equal(changesIn(kit), 101)
    }))

  test('an hour later they work again', () =>
    withPages(async (kit) => {
      for (let index = 0; index < 150; index += 1)
        await open(kit, { address: addressOf(index), mobile: mobileOf(index) })
      kit.clock.advance(HOUR_MS)
      await open(kit, { address: addressOf(200), mobile: mobileOf(200) })
      assert.equal(changesIn(kit), 101)
    }))
})

test('signed links always work: 5,000 opt-outs of a campaign within the hour, beside an attack', () =>
  withPages(async (kit) => {
    for (let index = 0; index < 1_200; index += 1)
      await open(kit, { address: addressOf(index), mobile: mobileOf(index), query: 'confirm=1' })
    const before = changesIn(kit)
    for (let index = 0; index < 5_000; index += 1) {
      const mobile = mobileOf(10_000 + index)
      const visit = { address: addressOf(5_000 + index), mobile, query: `s=${signatureOf(mobile)}` }
      assert.equal(await open(kit, visit), 200)
    }
    assert.equal(changesIn(kit) - before, 5_000)
  }))

describe('clients are not listed by their ids', () => {
  const statuses = async (kit: AdapterKit, address: string, ids: readonly number[]) => {
    const seen: (number | undefined)[] = []
    for (const clientId of ids) seen.push(await open(kit, { address, clientId, mobile: mobileOf(1) }))
    return seen
  }
  const ids = Array.from({ length: 25 }, (_, index) => CLIENT_ID + index)

  test('an address learns of 10 ids an hour whether they exist, and of those that exist as well', () =>
    withPages(async (kit) => {
      for (let count = 0; count < 20; count += 1) kit.engine.addClient({ name: `Client ${count}` })
      const seen = await statuses(kit, '10.0.0.1', ids)
      assert.deepEqual(seen, [...Array(10).fill(200), ...Array(15).fill(429)])
      kit.clock.advance(HOUR_MS)
      assert.deepEqual(await statuses(kit, '10.0.0.1', [9_001, 9_002]), [404, 404])
    }))

  test('the same for a whole /64, and not for others', () =>
    withPages(async (kit) => {
      let reported = 0
      for (let index = 0; index < 25; index += 1) {
        const address = `2001:db8:1:2::${index}`
        if ((await open(kit, { address, clientId: 9_000 + index, mobile: mobileOf(1) })) === 404) reported += 1
      }
      assert.equal(reported, 10)
      assert.equal(await open(kit, { address: '2001:db8:1:3::1', mobile: mobileOf(1) }), 200)
    }))

  test('a reader whose network has named too many still gets done what a signed link says', () =>
    withPages(async (kit) => {
      await statuses(
        kit,
        '10.0.0.1',
        ids.map((id) => id + 8_000),
      )
      const mobile = mobileOf(7)
      assert.equal(await open(kit, { address: '10.0.0.1', mobile }), 429)
      kit.clock.advance(60_000)
      assert.equal(await open(kit, { address: '10.0.0.1', mobile, query: `s=${signatureOf(mobile)}` }), 200)
    }))
})

describe('codes of short links', () => {
  test('cannot be tried out: each counts against the requests of its address', () =>
    withPages(async (kit) => {
      const known = `/${memoryShortLinks.codeOf({ clientId: CLIENT_ID, direction: 'out', mobile: mobileOf(1) })}`
      for (let index = 0; index < 30; index += 1) {
        const { status } = await kit.request({ path: `/Guess${String(index).padStart(5, '0')}` })
        assert.equal(status, 404)
      }
      const { status, headers } = await kit.request({ path: known })
      assert.equal(status, 429)
      assert.ok(Number(headers['retry-after']) > 0)
      assert.equal(changesIn(kit), 0)
      kit.clock.advance(60_000)
      assert.equal((await kit.request({ path: known })).status, 200)
      assert.equal(changesIn(kit), 1)
    }))
})
