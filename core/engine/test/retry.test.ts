import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { isDatabaseAway } from '../src/database/database.ts'
import { retryForever } from '../src/database/retry-forever.ts'
import { retryRolledBack } from '../src/database/retry-rolled-back.ts'

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('errors that mean the database is away', () => {
  const rows = [
    { code: 'CONNECTION_CLOSED', away: true },
    { code: 'ECONNREFUSED', away: true },
    // admin_shutdown, cannot_connect_now, too_many_connections, connection_failure, deadlock_detected
    { code: '57P01', away: true },
    { code: '57P03', away: true },
    { code: '53300', away: true },
    { code: '08006', away: true },
    { code: '40P01', away: true },
    // read_only_sql_transaction, insufficient_privilege, disk_full, undefined_table
    { code: '25006', away: true },
    { code: '42501', away: true },
    { code: '53100', away: true },
    { code: '42P01', away: true },
    // unique_violation, check_violation, untranslatable_character
    { code: '23505', away: false },
    { code: '23514', away: false },
    { code: '22021', away: false },
  ]
  for (const { code, away } of rows) it(`${code}: ${away}`, () => assert.equal(isDatabaseAway(failure(code)), away))
  it('anything else does not', () => {
    for (const error of [undefined, null, 'text', new Error('plain'), { code: 7 }])
      assert.equal(isDatabaseAway(error), false)
  })
})

describe('retrying for as long as the database is away', () => {
  function world() {
    const clock = createManualClock()
    const logger = captureLogger()
    const abort = new AbortController()
    return { clock, logger, abort, options: { clock, logger, what: 'writing', signal: abort.signal } }
  }

  it('waits longer each time, up to two seconds, and gives the result', async () => {
    const { clock, logger, options } = world()
    const times: number[] = []
    const begun = clock.now()
    const result = retryForever(options, async () => {
      times.push(clock.now() - begun)
      if (times.length < 9) throw failure('ECONNREFUSED')
      return 'written'
    })
    for (let elapsed = 0; elapsed < 20_000; elapsed += 50) {
      await turn()
      clock.advance(50)
    }
    assert.equal(await result, 'written')
    assert.deepEqual(times, [0, 50, 150, 350, 750, 1_550, 3_150, 5_150, 7_150])
    assert.equal(logger.at('warn').length, 8)
  })

  it('does not retry what would fail again', async () => {
    const { clock, options } = world()
    await assert.rejects(
      retryForever(options, () => Promise.reject(failure('23505'))),
      { code: '23505' },
    )
    assert.equal(clock.pending, 0)
  })

  it('ends with the last error when told to stop', async () => {
    const { clock, abort, options } = world()
    const result = retryForever(options, () => Promise.reject(failure('ECONNREFUSED')))
    await turn()
    abort.abort()
    clock.advance(50)
    await assert.rejects(result, { code: 'ECONNREFUSED' })
  })
})

describe('retrying what was rolled back', () => {
  for (const code of ['40001', '40P01']) {
    it(`${code} is tried again at once`, async () => {
      let runs = 0
      const result = await retryRolledBack(async () => {
        runs += 1
        if (runs < 3) throw failure(code)
        return runs
      })
      assert.equal(result, 3)
    })
  }

  it('gives up after five', async () => {
    let runs = 0
    const result = retryRolledBack(() => {
      runs += 1
      return Promise.reject(failure('40P01'))
    })
    await assert.rejects(result, { code: '40P01' })
    assert.equal(runs, 5)
  })

  it('does not retry anything else', async () => {
    let runs = 0
    const result = retryRolledBack(() => {
      runs += 1
      return Promise.reject(failure('57P01'))
    })
    await assert.rejects(result, { code: '57P01' })
    assert.equal(runs, 1)
  })
})
