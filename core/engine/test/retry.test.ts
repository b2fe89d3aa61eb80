import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { captureLogger, createManualClock } from '@heliograph/testkit'
import { isDatabaseAway, isDataFault } from '../src/database/database.ts'
import { retryForever } from '../src/database/retry-forever.ts'
import { retryRolledBack } from '../src/database/retry-rolled-back.ts'

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('what an error of a statement means', () => {
  const kinds = {
    away: [
      'CONNECTION_CLOSED',
      'ECONNREFUSED',
      'EPIPE',
      // connection_failure, serialization_failure, deadlock_detected, disk_full, too_many_connections
      '08006',
      '40001',
      '40P01',
      '53100',
      '53300',
      // read_only_sql_transaction, idle_in_transaction_session_timeout, lock_not_available
      '25006',
      '25P03',
      '55P03',
      // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
      '57P01',
      '57P02',
      '57P03',
      '57P04',
      '57P05',
    ],
    fault: [
      // untranslatable_character, unique_violation, check_violation
      '22021',
      '23505',
      '23514',
      // query_canceled, program_limit_exceeded
      '57014',
      '54000',
      // insufficient_privilege, undefined_table, raise_exception, internal_error
      '42501',
      '42P01',
      'P0001',
      'XX000',
    ],
  }
  const kindOf = (error: unknown) => (isDatabaseAway(error) ? 'away' : isDataFault(error) ? 'fault' : 'neither')
  for (const [kind, codes] of Object.entries(kinds))
    for (const code of codes) it(`${code}: ${kind}`, () => assert.equal(kindOf(failure(code)), kind))
  it('errors that no statement raised are neither', () => {
    for (const error of [undefined, null, 'text', new Error('plain'), { code: 7 }, { code: 'ERR_INVALID_ARG_TYPE' }])
      assert.equal(kindOf(error), 'neither')
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

  it('repeats what ran out of time twice at most, so that what shares a batch with it can be told apart', async () => {
    const { clock, options } = world()
    let attempts = 0
    const result = retryForever(options, () => {
      attempts += 1
      return Promise.reject(failure('57014'))
    })
    const settled = result.then(
      () => 'written',
      (error: { code: string }) => error.code,
    )
    for (let elapsed = 0; elapsed < 1_000; elapsed += 50) {
      await turn()
      clock.advance(50)
    }
    assert.deepEqual([await settled, attempts, clock.pending], ['57014', 3, 0])
  })

  for (const { isPart, most } of [
    { isPart: false, most: 30_000 },
    { isPart: true, most: 0 },
  ])
    it(`repeats what is refused whatever it writes for ${most} ms${isPart ? ', as a part' : ''}`, async () => {
      const { clock, options } = world()
      const begun = clock.now()
      let last = begun
      let isSettled = false
      const result = retryForever({ ...options, isPart }, () => {
        last = clock.now()
        return Promise.reject(failure('42P01'))
      }).finally(() => {
        isSettled = true
      })
      result.catch(() => {})
      for (let elapsed = 0; !isSettled && elapsed < 40_000; elapsed += 50) {
        await turn()
        clock.advance(50)
      }
      await assert.rejects(result, { code: '42P01' })
      assert.ok(last - begun >= most && last - begun <= most + 2_000, `${last - begun}`)
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
