import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Logger } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { whenDatabaseAnswers } from '../src/when-database-answers.ts'

const failing = (code: string, message = `it says ${code}`) => Object.assign(new Error(message), { code })

interface Wait {
  readonly attempts?: readonly unknown[]
  /** How often to let the longest wait pass. */
  readonly waits?: number
}

async function run({ attempts = [], waits = 0 }: Wait, controller = new AbortController()) {
  const clock = createManualClock()
  const reasons: string[] = []
  const waited: number[] = []
  const logger = { warn: ({ waitMs }: { waitMs: number }) => void waited.push(waitMs) } as unknown as Logger
  const left = [...attempts]
  const options = { clock, logger, signal: controller.signal, onWait: (why: string) => void reasons.push(why) }
  const answer = whenDatabaseAnswers(options, async () => {
    if (left.length > 0) throw left.shift()
    return 'done'
  }).catch((error: unknown) => error)
  for (let wait = 0; wait < waits; wait += 1) {
    await turn()
    clock.advance(10_000)
  }
  return { answer, reasons, waits: waited, clock }
}

for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', '57P03', '53300', '25006']) {
  test(`${code} passes: it is waited for`, async () => {
    const { answer, reasons } = await run({ attempts: [failing(code), failing(code)], waits: 2 })
    assert.equal(await answer, 'done')
    assert.deepEqual(reasons, [`it says ${code}`, `it says ${code}`])
  })
}

for (const code of ['28P01', '28000', '3D000', '42501', 'CERT_HAS_EXPIRED', undefined]) {
  test(`${code ?? 'an error of ours'} does not pass: it is reported at once`, async () => {
    const error = code === undefined ? new Error('a bug') : failing(code)
    const { answer, reasons } = await run({ attempts: [error] })
    assert.equal(await answer, error)
    assert.deepEqual(reasons, [])
  })
}

test('an error without a message is reported by its code', async () => {
  const { answer, reasons } = await run({ attempts: [failing('ECONNREFUSED', '')], waits: 1 })
  assert.equal(await answer, 'done')
  assert.deepEqual(reasons, ['ECONNREFUSED'])
})

test('the waits are a second at first and ten seconds at most', async () => {
  const { answer, waits } = await run({ attempts: Array.from({ length: 6 }, () => failing('ECONNREFUSED')), waits: 6 })
  assert.equal(await answer, 'done')
  assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('told to stop, it waits no longer', async () => {
  const controller = new AbortController()
  const { answer, clock } = await run({ attempts: [failing('ECONNREFUSED')] }, controller)
  await turn()
  controller.abort(new Error('stop'))
  assert.match(String(await answer), /stop/)
  assert.equal(clock.pending, 0)
})
