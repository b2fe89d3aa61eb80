import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest, ReportFilter } from '@heliograph/contracts'
import { createMemoryEngine } from '@heliograph/testkit'
import { logsOperation } from '../src/operations/logs.ts'
import { v2Dependencies } from '../src/services.ts'

/** Resolves with the filter that a query leads to, for an account in South Africa. */
async function filterOf(query: string): Promise<ReportFilter | undefined> {
  const engine = createMemoryEngine()
  const { principal } = engine.addAccount()
  const asked: ReportFilter[] = []
  const services = engine.resolve(v2Dependencies)
  const reports = {
    ...services.reports,
    async find(_: unknown, filter: ReportFilter) {
      asked.push(filter)
      return { records: [], next: undefined }
    },
  }
  await logsOperation.handle(
    { services: { ...services, reports }, clock: engine.clock, takesTokens: false },
    { principal, request: { query } as HttpRequest },
  )
  return asked[0]
}

// Postgres has no year 0 and `Date` writes years after 9999 with a sign.
test('logs sentSince, sentUntil: stay within the times that the database can compare', async () => {
  const filter = await filterOf('sentSince=0000-01-01T00:00:00Z&sentUntil=9999-12-31T23:59:59-23:00')
  assert.equal(filter?.since?.toISOString(), '1970-01-01T00:00:00.000Z')
  assert.equal(filter?.until?.toISOString(), '9999-12-31T23:59:59.999Z')
})

for (const [from, sender] of [
  ['ACME', 'ACME'],
  ['31234', '31234'],
  ['27820001234', '27820001234'],
  ['%2B27 82 000-1234', '27820001234'],
  ['0820001234', '27820001234'],
]) {
  test(`logs from: ${from} asks for ${sender}`, async () =>
    assert.equal((await filterOf(`from=${from}`))?.from, sender))
}

test('logs generalStatus: asks for every state of the group', async () => {
  assert.deepEqual((await filterOf('generalStatus=EXPIRED'))?.states, ['expired', 'unconfirmed'])
})
