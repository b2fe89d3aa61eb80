import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../src/database/database.ts'
import { startEngine } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

it('a node whose answers are not written for ten seconds lets go of its links, and nothing goes out twice', async (t) => {
  const base = await startEngine()
  t.after(() => base.close())
  const locker = openDatabase({ url: base.url, max: 1, applicationName: 'locker' })
  t.after(() => locker.end({ timeout: 1 }))
  let passedMs = 0
  const [link, other] = [new FakeLink(), new FakeLink()]
  const stuck = await startEngine({
    joinTo: base,
    roles: ['dispatch'],
    carriers: new Map([['net', carrierOf(link)]]),
    monotonic: () => performance.now() + passedMs,
  })
  await startEngine({ joinTo: base, roles: ['dispatch'], carriers: new Map([['net', carrierOf(other)]]) })
  const holders = () => base.engine.sql<{ lease: number }[]>`select lease from link_lease`
  const [before] = await holders()
  await locker.begin(async (tx) => {
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
    await tx`lock table submission in access exclusive mode`
    await base.submit({ to: ['27820000001', '27820000002', '27820000003'] })
    await base.until(() => link.submitted.length === 3, 'the link has answered')
    passedMs += 10_000
    await base.until(async () => {
      const [now] = await holders()
      return now !== undefined && now.lease !== before?.lease
    }, 'the other node has the link')
    assert.match(stuck.log.dump(), /released the links/)
    assert.equal(other.submitted.length, 0)
  })
  await base.until(async () => (await base.engine.sql`select from batch`).length === 0, 'all is recorded')
  assert.deepEqual([await base.states(), other.submitted.length], [{ submitted: 3 }, 0])
})
