import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import type { Worker } from 'graphile-worker'
import { FetchGate } from '../src/queue/fetch-gate.ts'

interface JobOptions {
  readonly priority?: number
  readonly runAt?: number
}

/** A gate with fetches that the test ends one by one. */
function world() {
  const clock = createManualClock()
  const gate = new FetchGate(clock)
  const admitted: number[] = []
  const emit = gate.events.emit.bind(gate.events) as (event: string, detail: object) => boolean
  return {
    clock,
    gate,
    admitted,
    begin(): Worker {
      const worker = {} as Worker
      gate.fetchBegins()
      emit('worker:getJob:start', { worker })
      return worker
    },
    /** As a worker does: the event, then the task at once. */
    bring(worker: Worker, id: number, { priority = 10, runAt = 0 }: JobOptions = {}): void {
      emit('job:start', { worker })
      const turn = gate.admit({ id: String(id), priority, run_at: new Date(runAt) })
      if (turn === undefined) admitted.push(id)
      else void turn.then(() => admitted.push(id))
    },
    empty: (worker: Worker) => emit('worker:getJob:empty', { worker }),
    fail: (worker: Worker) => emit('worker:getJob:error', { worker }),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the order of jobs that several workers fetch at once', () => {
  it('a job alone goes at once', () => {
    const w = world()
    w.bring(w.begin(), 1)
    assert.deepEqual(w.admitted, [1])
  })

  it('a job waits for the answers of fetches begun before it came', async () => {
    const w = world()
    const [first, second] = [w.begin(), w.begin()]
    w.bring(second, 2)
    await turn()
    assert.deepEqual(w.admitted, [])
    assert.equal(w.gate.pending, 2)
    w.bring(first, 1)
    await turn()
    assert.deepEqual(w.admitted, [1, 2])
    assert.equal(w.gate.pending, 0)
  })

  it('an answer without a job lets the others through, and so does one that failed', async () => {
    const w = world()
    const [first, second, third] = [w.begin(), w.begin(), w.begin()]
    w.bring(third, 3)
    w.empty(first)
    await turn()
    assert.deepEqual(w.admitted, [])
    w.fail(second)
    await turn()
    assert.deepEqual(w.admitted, [3])
  })

  it('fetches begun later are not waited for', async () => {
    const w = world()
    const [first, second] = [w.begin(), w.begin()]
    w.bring(second, 2)
    w.begin()
    w.empty(first)
    await turn()
    assert.deepEqual(w.admitted, [2])
  })

  it('a job that waits keeps later ones waiting, but not earlier ones', async () => {
    const w = world()
    const [first, second, third] = [w.begin(), w.begin(), w.begin()]
    w.bring(third, 3)
    const fourth = w.begin()
    w.bring(second, 2)
    w.empty(first)
    await turn()
    // The second waits for the fourth, which was under way as it came; the third for the second.
    assert.deepEqual(w.admitted, [])
    w.bring(fourth, 1)
    await turn()
    assert.deepEqual(w.admitted, [1, 2, 3])
  })

  it('the order is by priority, then by time, then by id', async () => {
    const w = world()
    const workers = Array.from({ length: 5 }, () => w.begin())
    const blocker = w.begin()
    const jobs: readonly [number, JobOptions][] = [
      [12, { runAt: 5 }],
      [9, { runAt: 5 }],
      [20, { runAt: 1 }],
      [30, { priority: 0, runAt: 9 }],
      [1, { priority: 40, runAt: 0 }],
    ]
    for (const [index, [id, options]] of jobs.entries()) w.bring(workers[index] as Worker, id, options)
    w.empty(blocker)
    await turn()
    assert.deepEqual(w.admitted, [30, 20, 9, 12, 1])
  })

  it('a fetch that is stuck is waited for a second', async () => {
    const w = world()
    w.begin()
    w.bring(w.begin(), 1)
    w.clock.advance(999)
    await turn()
    assert.deepEqual(w.admitted, [])
    w.clock.advance(1)
    await turn()
    assert.deepEqual(w.admitted, [1])
    assert.equal(w.clock.pending, 0)
  })
})
