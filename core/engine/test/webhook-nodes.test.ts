import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { HttpClient, OutboundRequest } from '@heliograph/contracts'
import { type Harness, startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'

/** A receiver that answers everything with 200, or with the status that a test sets. */
function receiver() {
  const requests: OutboundRequest[] = []
  const state = { status: 200 }
  const http: HttpClient = {
    async request(request) {
      requests.push(request)
      return { status: state.status, headers: {}, body: '', octets: new Uint8Array(), elapsedMs: 1 }
    },
  }
  return { http, requests, state }
}

async function sendAndReport(harness: Harness, notifyUrl: string): Promise<number> {
  const { entries } = await harness.submit({ notifyUrl })
  const smsId = entries[0]?.smsId ?? 0
  await harness.until(async () => (await harness.stateOf(smsId)) === 'submitted', 'it is submitted')
  const receipt = { status: 'delivered', networkStatus: 'DELIVRD', errorId: null, doneAt: new Date() } as const
  await harness.engine.network.receipt({ carrier: 'net', networkId: networkIdOf(smsId, 1, 1), ...receipt })
  return smsId
}

async function webhookOf(harness: Harness, smsId: number): Promise<string> {
  const [row] = await harness.engine.sql<{ state: string; attempts: number }[]>`
    select state, attempts from webhook where subject_id = ${smsId}`
  return `${row?.state} ${row?.attempts}`
}

async function countJobs(harness: Harness): Promise<number> {
  const [row] = await harness.engine.sql<{ jobs: number }[]>`
    select count(*)::integer as jobs from graphile_worker.jobs where task_identifier = 'webhooks'`
  return row?.jobs ?? 0
}

const URL = 'https://client.example/dlr'

describe('a node with all roles', () => {
  const { http, requests, state } = receiver()
  let harness: Harness
  before(async () => {
    harness = await startEngine({
      carriers: new Map([['net', carrierOf(new FakeLink())]]),
      http,
      settings: { webhooks: { retryDelaysSeconds: [0.1, 0.1] } },
    })
  })
  after(() => harness.close())

  test('sends the webhook of a receipt that it takes itself, without a job', async () => {
    const smsId = await sendAndReport(harness, URL)
    await harness.until(async () => (await webhookOf(harness, smsId)) === 'delivered 1', 'it is recorded')
    assert.equal(await countJobs(harness), 0)
    assert.deepEqual([requests.length, requests[0]?.url], [1, URL])
    assert.deepEqual([...(await harness.engine.sql`select * from webhook_batch`)], [])
  })

  test('sends again by a job that wakes it in time', async () => {
    state.status = 500
    const smsId = await sendAndReport(harness, URL)
    await harness.until(async () => (await webhookOf(harness, smsId)) === 'failed 3', 'all attempts are made')
    await harness.until(async () => (await countJobs(harness)) === 0, 'its jobs are done')
    assert.deepEqual([...(await harness.engine.sql`select * from webhook_batch`)], [])
    state.status = 200
  })
})

describe('two nodes', () => {
  const { http, requests } = receiver()
  let dispatching: Harness
  before(async () => {
    const carriers = new Map([['net', carrierOf(new FakeLink())]])
    dispatching = await startEngine({ carriers, roles: ['dispatch', 'cron'] })
  })
  after(() => dispatching.close())

  test('what one stores that sends none the other sends, as soon as it is there', async () => {
    const smsId = await sendAndReport(dispatching, URL)
    assert.equal(await webhookOf(dispatching, smsId), 'pending 0')
    assert.equal(await countJobs(dispatching), 1)
    await startEngine({ joinTo: dispatching, carriers: new Map(), roles: ['webhooks'], http })
    await dispatching.until(async () => (await webhookOf(dispatching, smsId)) === 'delivered 1', 'it is sent')
    const later = await sendAndReport(dispatching, URL)
    await dispatching.until(async () => (await webhookOf(dispatching, later)) === 'delivered 1', 'it is sent as well')
    assert.equal(requests.length, 2)
  })
})
