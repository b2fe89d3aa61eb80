import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startEngine, systemClock } from './support/engine-harness.ts'
import { carrierOf, FakeLink } from './support/fake-carrier.ts'

const ahead = (ms: number) => ({ now: () => systemClock.now() + ms, after: systemClock.after })

describe('a node whose clock is wrong', () => {
  for (const [name, ms] of [
    ['a year ahead', 365 * 86_400_000],
    ['five minutes behind', -300_000],
  ] as const)
    it(`${name}: what it accepts is stamped by the database`, async (t) => {
      const base = await startEngine({ clock: ahead(ms) })
      t.after(() => base.close())
      await base.submit({})
      const [row] = await base.engine.sql<{ off: number }[]>`
        select abs(extract(epoch from now() - accepted_at))::float8 as off from message`
      assert.ok((row?.off ?? ms) < 5)
    })

  it('accepts, but leaves the sending to others, and says so', async (t) => {
    const base = await startEngine()
    t.after(() => base.close())
    const link = new FakeLink()
    const wrong = await startEngine({
      joinTo: base,
      clock: ahead(10_000),
      // What it takes to connect before the database looks at its clock makes the clocks no closer.
      monotonic: () => 0,
      carriers: new Map([['net', carrierOf(link)]]),
      roles: ['dispatch'],
    })
    await wrong.submit({})
    const [row] = await base.engine.sql<{ owner: number | null }[]>`select owner from batch`
    assert.deepEqual(row, { owner: null })
    const { status, reason } = await wrong.engine.health()
    assert.deepEqual([status, /are (9\.9|10\.\d) s apart/.test(reason ?? '')], ['down', true])
    const other = new FakeLink('other')
    await startEngine({ joinTo: base, carriers: new Map([['net', carrierOf(other)]]), roles: ['dispatch'] })
    await base.until(() => other.submitted.length === 1, 'the other node sends it')
    assert.equal(link.submitted.length, 0)
  })
})
