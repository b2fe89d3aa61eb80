import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestRecord } from '@heliograph/contracts'
import { withCallers } from './support/key-caller.ts'

const AT = new Date('2026-11-27T09:00:00.000Z')

const TAKEN: Omit<RequestRecord, 'entryId' | 'userId'> = {
  requestId: 'r-1',
  at: AT,
  instanceId: 'v2',
  keyId: 5,
  method: 'POST',
  path: '/sms/2/messages',
  query: '',
  body: '{"messages":[]}',
  answer: null,
  status: 200,
  error: null,
  elapsedMs: 1.5,
}
const REFUSED: typeof TAKEN = {
  ...TAKEN,
  requestId: null,
  instanceId: 'basic',
  keyId: null,
  status: 403,
  body: null,
  answer: '{"error":"credit"}',
  error: {
    category: 'forbidden',
    code: 'no-credit',
    message: 'Not enough credit',
    fields: { 'messages[0].to': 'is no number' },
  },
}

test('the requests of a client are told to its users, newest first, and to nobody else', async () => {
  await withCallers(async ({ kit, ask }) => {
    const { clientId, userId } = kit.account
    for (const each of [TAKEN, REFUSED]) kit.engine.requests.add(clientId, { ...each, userId })
    for (const who of ['user', 'admin'] as const) {
      const { json } = await ask(who, 'GET', '/requests')
      assert.deepEqual(json, {
        records: [
          { ...REFUSED, userId, entryId: 2, at: AT.toISOString() },
          { ...TAKEN, userId, entryId: 1, at: AT.toISOString() },
        ],
        next: null,
      })
    }
    for (const who of ['stranger', 'operator'] as const)
      assert.deepEqual((await ask(who, 'GET', '/requests')).json.records, [])
    assert.equal((await ask('operator', 'GET', `/requests?client=${clientId}`)).json.records.length, 2)
  })
})

const QUERIES: readonly (readonly [query: string, entryIds: readonly number[]])[] = [
  ['refused=true', [2]],
  ['refused=false', [1]],
  ['instanceId=basic', [2]],
  ['keyId=5', [1]],
  ['requestId=r-1', [1]],
  ['status=403', [2]],
  ['field=messages%5B0%5D', [2]],
  ['text=CREDIT', [2]],
  ['limit=1', [2]],
  ['cursor=2', [1]],
  ['status=403&keyId=5', []],
]

test('they are narrowed by interface, key, id, outcome, status, field and text', async () => {
  await withCallers(async ({ kit, ask }) => {
    const { clientId, userId } = kit.account
    for (const each of [TAKEN, REFUSED]) kit.engine.requests.add(clientId, { ...each, userId })
    for (const [query, expected] of QUERIES) {
      const { json } = await ask('user', 'GET', `/requests?${query}`)
      assert.deepEqual(
        json.records.map(({ entryId }: { readonly entryId: number }) => entryId),
        expected,
        query,
      )
    }
  })
})
