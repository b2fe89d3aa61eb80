import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RequestFacts, RequestLog } from '@heliograph/contracts'
import { type EngineKit, shareEngine } from './support/engine-kit.ts'

const { withCallers } = shareEngine()

const TAKEN: Omit<RequestFacts, 'userId'> = {
  requestId: 'r-1',
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

/** Notes one that was taken, then one that was refused. Resolves with the ids of both. */
async function noteBoth({ account, clock, service, world }: EngineKit): Promise<readonly [number, number]> {
  const { clientId, principal, userId } = account
  const find = async () => (await service(RequestLog).find(principal, { limit: 10 })).records
  for (const [index, facts] of [TAKEN, REFUSED].entries()) {
    world.node.engine.requestNotes.add({ clientId, at: clock.now(), write: () => ({ ...facts, userId }) })
    await world.node.until(async () => (await find()).length === index + 1, 'the request is noted')
  }
  const [refused, taken] = await find()
  return [taken?.entryId as number, refused?.entryId as number]
}

test('the requests of a client are told to its users, newest first, and to nobody else', async () => {
  await withCallers(async ({ kit, ask }) => {
    const { clientId, userId } = kit.account
    const [taken, refused] = await noteBoth(kit)
    const at = new Date(kit.clock.now()).toISOString()
    for (const who of ['user', 'admin'] as const) {
      const { json } = await ask(who, 'GET', '/requests')
      assert.deepEqual(json, {
        records: [
          { ...REFUSED, userId, entryId: refused, at },
          { ...TAKEN, userId, entryId: taken, at },
        ],
        next: null,
      })
    }
    for (const who of ['stranger', 'operator'] as const)
      assert.deepEqual((await ask(who, 'GET', '/requests')).json.records, [])
    assert.equal((await ask('operator', 'GET', `/requests?client=${clientId}`)).json.records.length, 2)
  })
})

const QUERIES: readonly (readonly [query: string, found: readonly ('taken' | 'refused')[]])[] = [
  ['refused=true', ['refused']],
  ['refused=false', ['taken']],
  ['instanceId=basic', ['refused']],
  ['keyId=5', ['taken']],
  ['requestId=r-1', ['taken']],
  ['status=403', ['refused']],
  ['field=messages%5B0%5D', ['refused']],
  ['text=CREDIT', ['refused']],
  ['limit=1', ['refused']],
  ['cursor=refused', ['taken']],
  ['status=403&keyId=5', []],
]

test('they are narrowed by interface, key, id, outcome, status, field and text', async () => {
  await withCallers(async ({ kit, ask }) => {
    const [taken, refused] = await noteBoth(kit)
    const ids = { taken, refused }
    for (const [query, expected] of QUERIES) {
      const { json } = await ask('user', 'GET', `/requests?${query.replace('cursor=refused', `cursor=${refused}`)}`)
      assert.deepEqual(
        json.records.map(({ entryId }: { readonly entryId: number }) => entryId),
        expected.map((name) => ids[name]),
        query,
      )
    }
  })
})
