import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startTestGateway, type TestGateway } from './support/gateway.ts'
import { type Operation, operationsOf, requestOf, type SentRequest } from './support/operation-requests.ts'

// What the documents of the API allow, and what is just beyond, sent to the whole gateway: the fuzz tests of interfaces
// ask doubles of the services, to which any number and any text is as good as another.

const CASES = Number(process.env.FUZZ_CASES ?? 1_500)
const SEED = 20_261_129
const AT_ONCE = 4
const DOCUMENTS = ['/portal/api/1/openapi.json', '/sms/2/openapi.json']

/** What would lock out the users who ask. */
const LOCKS = /\/(log-in|log-out|password|session|sessions|second-factor|users|keys|networks|invitations)\b/

/** The answer of `live` does not end. */
const isAsked = ({ method, path }: Operation) => !path.endsWith('/live') && (method === 'get' || !LOCKS.test(path))

let gateway: TestGateway
let operations: readonly Operation[]
before(async () => {
  gateway = await startTestGateway()
  const documents = await Promise.all(DOCUMENTS.map(async (path) => (await fetch(gateway.url + path)).json()))
  operations = documents.flatMap(operationsOf).filter(isAsked)
})
after(() => gateway.stop())

/** Sends a request, and resolves with what is wrong with the answer. */
async function faultOf({ method, path, body, role }: SentRequest): Promise<string | undefined> {
  const { apiKey } = gateway.accounts.users[role]
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const headers = { 'x-api-key': apiKey, authorization: apiKey, 'content-type': 'application/json' }
  const answer = await fetch(gateway.url + path, { method: method.toUpperCase(), headers, ...content })
  const text = await answer.text()
  // On a machine that is busy enough, something may be unavailable.
  if (answer.status !== 500) return undefined
  return `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${text.slice(0, 200)}`
}

test(`none of ${CASES} requests finds a fault in the gateway`, { timeout: 3_600_000 }, async () => {
  assert.ok(operations.length > 150, `${operations.length} operations`)
  const anyRequest = fc.oneof(...operations.map(requestOf))
  const requests = fc.sample(anyRequest, { numRuns: CASES, seed: SEED })
  const faults: string[] = []
  const waiting = requests.values()
  const sendNext = async () => {
    for (const request of waiting) {
      const fault = await faultOf(request)
      if (fault !== undefined) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  assert.deepEqual(faults, [], gateway.errors.slice(0, 5).join('\n'))
})
