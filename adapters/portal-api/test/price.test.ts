import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longestBlockMs } from '@heliograph/testkit'
import { ENDPOINTS } from '../src/endpoints.ts'
import { MOST_PROBLEMS } from '../src/field-problems.ts'
import { readCall } from '../src/read-call.ts'
import { ask, inPortal, logIn } from './support/browser.ts'

const PUBLIC = ENDPOINTS.filter((endpoint) => endpoint.roles === 'anyone')

/** The event loop's longest stretch for one request, in ms. */
const LONGEST_BLOCK_MS = 50

describe('an endpoint for everyone', () => {
  for (const { method, path, admission, bodyLimit, body } of PUBLIC) {
    test(`${method} ${path} takes at most 4 KiB`, async () => {
      assert.ok(bodyLimit <= 4_096)
      await inPortal(async (kit) => {
        const { status } = await ask(kit, method, path, { body: { email: 'x'.repeat(bodyLimit) } })
        assert.equal(status, 413)
      })
    })

    test(`${method} ${path} counts a request before it reads it`, async () => {
      await inPortal(async (kit) => {
        const broken = { headers: { 'content-type': 'text/plain' }, body: 'x' }
        for (let count = 0; count < admission.perMinute; count += 1) {
          const { status } = await ask(kit, method, path, broken)
          // Those without a body look at none.
          if (body === undefined) assert.notEqual(status, 429)
          else assert.equal(status, 400)
        }
        assert.equal((await ask(kit, method, path, broken)).status, 429)
      })
    })
  }
})

test('no body is gathered for a stranger', async () => {
  await inPortal(async (kit) => {
    const guarded = ENDPOINTS.filter((endpoint) => endpoint.roles !== 'anyone')
    for (const { method, path } of guarded) {
      const route = kit.adapter.routes?.find((each) => each.method === method && each.path.endsWith(`/1${path}`))
      const head = {
        method,
        path,
        query: '',
        headers: {},
        params: {},
        remoteAddress: '192.0.2.1',
        isSecure: true,
        requestId: 'r-1',
      }
      await assert.rejects(async () => route?.admit?.(head), { category: 'unauthenticated' }, `${method} ${path}`)
    }
  })
})

const MANY = 15_000
const unknown = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`f${index}`, 1]))
const list = <T>(length: number, item: T) => Array.from({ length }, () => item)

/** Bodies that are as wrong, or as large, as they may be. */
const WORST: readonly (readonly [name: string, id: string, body: unknown])[] = [
  ['unknown fields', 'send', { text: 'a', ...unknown }],
  ['recipients that are no texts', 'send', { text: 'a', recipients: list(190_000, 1) }],
  ['recipients that are too long', 'send', { text: 'a', recipients: list(9_000, 'x'.repeat(101)) }],
  ['a text that is too long', 'send', { text: '😀'.repeat(240_000) }],
  ['recipients with half characters', 'send', { text: 'a', recipients: list(10_000, '\ud800') }],
  ['a group too often', 'previewSend', { text: 'a', groupIds: list(190_000, 1) }],
  [
    'cells that are no texts',
    'importContacts',
    { columns: { mobile: 0, others: [] }, rows: list(1_900, list(100, 1)) },
  ],
  ['rows with too many cells', 'importContacts', { columns: { mobile: 0, others: [] }, rows: [list(190_000, '')] }],
  ['too many rows', 'importContacts', { columns: { mobile: 0, others: [] }, rows: list(190_000, '') }],
  ['unknown columns', 'importContacts', { columns: { mobile: 0, ...unknown }, rows: [] }],
  ['fields of a contact that are no texts', 'saveContact', { mobile: '1', fields: unknown }],
  [
    'a full list',
    'importContacts',
    { columns: { mobile: 0, others: [] }, rows: list(1_900, list(100, '0'.repeat(19))) },
  ],
]

describe('reading a body', () => {
  for (const [name, id, body] of WORST) {
    test(`${name}: at most ${LONGEST_BLOCK_MS} ms, and at most ${MOST_PROBLEMS} fields are named`, async () => {
      const endpoint = ENDPOINTS.find((each) => each.id === id)
      assert.ok(endpoint)
      const request = {
        ...({
          method: 'POST',
          path: '',
          query: '',
          params: {},
          remoteAddress: '192.0.2.1',
          isSecure: true,
          requestId: 'r-1',
        } as const),
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(body)),
        signal: new AbortController().signal,
      }
      let named = 0
      const read = async () => {
        await readCall(endpoint, request).catch((error) => {
          named = Object.keys(error.details).length
        })
      }
      const longest = await longestBlockMs(read)
      assert.ok(longest <= LONGEST_BLOCK_MS, `${longest} ms`)
      assert.ok(named <= MOST_PROBLEMS, `${named} fields`)
    })
  }

  test('says that there is more', async () => {
    await inPortal(async (kit) => {
      const { cookie, token } = await logIn(kit)
      const fields = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, 1]))
      const { json } = await ask(kit, 'POST', '/send', { cookie, token, body: { text: 'a', ...fields } })
      assert.deepEqual(
        [json.message, Object.keys(json.details).length],
        ['Many fields are wrong; these are the first', 20],
      )
    })
  })
})
