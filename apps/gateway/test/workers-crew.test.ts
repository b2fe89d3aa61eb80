import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { captureLogger, captureMetrics, createManualClock } from '@heliograph/testkit'
import { Crew } from '../src/workers/crew.ts'
import type { ReadyGateway, ToWorker } from '../src/workers/messages.ts'
import { NO_ENDS, noteEnd } from '../src/workers/restart-delay.ts'
import { SILENT_MS } from '../src/workers/worker.ts'
import type { WorkerListener } from '../src/workers/worker-process.ts'

// How workers are started, started again and stopped, with processes that a test plays.

interface PlayedProcess extends WorkerListener {
  readonly reported: ToWorker[]
  readonly name: string
  readonly isFirst: boolean
  isKilled: boolean
}

const ADDRESSES = { http: 'http://127.0.0.1:8080', admin: 'http://127.0.0.1:9090', instances: {} }
const READY: ReadyGateway = {
  addresses: ADDRESSES,
  httpServer: 'uws',
  ports: { http: 8080 },
  demo: undefined,
  portal: undefined,
  examples: {},
}

function play(names: readonly string[], holdsLog = false) {
  const processes: PlayedProcess[] = []
  const clock = createManualClock()
  const logger = captureLogger()
  const metrics = captureMetrics()
  const ends: string[] = []
  const crew = new Crew({
    names,
    holdsLog,
    clock,
    logger,
    metrics,
    adminUrl: () => ADDRESSES.admin,
    onWait: () => undefined,
    onEnd: (worker, reason) => ends.push(`${worker}: ${reason}`),
    fork(listener) {
      const reported: ToWorker[] = []
      const orderOf = () => {
        const [begin] = reported
        assert.ok(begin?.kind === 'begin')
        return begin.order
      }
      const played: PlayedProcess = {
        ...listener,
        reported,
        isKilled: false,
        get name() {
          return orderOf().name
        },
        get isFirst() {
          return orderOf().isFirst
        },
      }
      processes.push(played)
      queueMicrotask(() => listener.onMessage({ kind: 'listening' }))
      return {
        pid: processes.length,
        tell: (message) => reported.push(message),
        kill() {
          played.isKilled = true
        },
      }
    },
  })
  const ready = (index: number) => processes[index]?.onMessage({ kind: 'ready', gateway: READY })
  /** Starts all that there are. */
  async function start() {
    const starting = crew.start(new AbortController().signal)
    await turn()
    for (let index = 0; index < names.length; index++) {
      ready(index)
      await turn()
    }
    return starting
  }
  return { crew, processes, clock, logger, metrics, ends, ready, start }
}

const kindsOf = ({ reported }: PlayedProcess) => reported.map(({ kind }) => kind)

describe('the start', () => {
  test('the first is alone until it serves; the others get the ports it has', async () => {
    const { crew, processes, ready } = play(['a-1', 'a-2', 'a-3'], true)
    const starting = crew.start(new AbortController().signal)
    await turn()
    assert.deepEqual(
      processes.map(({ name, isFirst }) => [name, isFirst]),
      [['a-1', true]],
    )
    ready(0)
    await turn()
    assert.deepEqual(
      processes.map(({ name, isFirst }) => [name, isFirst]),
      [
        ['a-1', true],
        ['a-2', false],
        ['a-3', false],
      ],
    )
    assert.deepEqual(processes[2]?.reported[0], {
      kind: 'begin',
      order: { name: 'a-3', isFirst: false, adminUrl: ADDRESSES.admin, ports: { http: 8080 }, holdsLog: true },
    })
    ready(2)
    await turn()
    assert.equal(crew.phase, 'starting')
    ready(1)
    assert.deepEqual(await starting, READY)
    assert.equal(crew.phase, 'running')
    for (const each of processes) assert.deepEqual(kindsOf(each), ['begin', 'release-log'])
  })

  for (const [who, index] of [
    ['the first', 0],
    ['another one', 1],
  ] as const)
    test(`${who} fails: the reason is reported once all have ended`, async () => {
      const { crew, processes, ready } = play(['a-1', 'a-2'])
      const expected = { code: 'port-in-use', message: 'Port 1 is taken' }
      const rejected = assert.rejects(crew.start(new AbortController().signal), expected)
      if (index === 1) ready(0)
      await turn()
      const failing = processes[index]
      failing?.onMessage({ kind: 'failed', error: expected })
      failing?.onEnd(1, null)
      await turn()
      if (index === 1) {
        assert.deepEqual(kindsOf(processes[0] as PlayedProcess), ['begin', 'stop'])
        processes[0]?.onEnd(0, null)
      }
      await rejected
      assert.equal(processes.length, index + 1)
    })

  test('told to stop while it starts, it stops what has begun, as soon as that listens', async () => {
    const { crew, processes } = play(['a-1', 'a-2'])
    const controller = new AbortController()
    const rejected = assert.rejects(crew.start(controller.signal))
    controller.abort()
    assert.deepEqual(processes[0]?.reported, [])
    await turn()
    assert.deepEqual(processes[0]?.reported.at(-1), { kind: 'stop', hurry: true })
    processes[0]?.onEnd(0, null)
    await rejected
    assert.equal(processes.length, 1)
  })
})

describe('a worker that ends', () => {
  test('is started again at once, then ever more slowly; a steady one at once again', async () => {
    const { processes, clock, logger, metrics, ends, ready, start } = play(['a-1', 'a-2'])
    await start()
    await turn()
    processes[1]?.onEnd(null, 'SIGKILL')
    await turn()
    assert.equal(processes.length, 3)
    assert.deepEqual([processes[2]?.name, processes[2]?.isFirst], ['a-2', false])
    assert.deepEqual(
      logger.at('error').map(({ fields }) => fields),
      [{ worker: 'a-2', reason: 'killed by SIGKILL', delayMs: 0 }],
    )
    processes[2]?.onEnd(1, null)
    await turn()
    assert.equal(processes.length, 3)
    clock.advance(1_000)
    await turn()
    assert.equal(processes.length, 4)
    ready(3)
    clock.advance(59_000)
    processes[3]?.onMessage({ kind: 'turning' })
    clock.advance(1_000)
    processes[3]?.onEnd(null, 'SIGKILL')
    await turn()
    assert.equal(processes.length, 5)
    assert.deepEqual(ends, ['a-2: killed by SIGKILL', 'a-2: exit code 1', 'a-2: killed by SIGKILL'])
    assert.equal(metrics.value('worker_restarts_total', { worker: 'a-2' }), 3)
    assert.equal(metrics.value('worker_up', { worker: 'a-1' }), 1)
    assert.equal(metrics.value('worker_up', { worker: 'a-2' }), 0)
  })

  test('waits grow up to half a minute', () => {
    let ends = NO_ENDS
    const delays = Array.from({ length: 8 }, () => {
      ends = noteEnd(ends, 5_000)
      return ends.delayMs
    })
    assert.deepEqual(delays, [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    assert.equal(noteEnd(ends, 60_000).delayMs, 0)
  })

  test('what it was asked is answered no more', async () => {
    const { crew, processes, start } = play(['a-1', 'a-2'])
    await start()
    const question = { method: 'GET', url: '/readyz', headers: {}, body: '', remoteAddress: '127.0.0.1' }
    const asked = crew.workers[1]?.ask(question, 1_000)
    assert.deepEqual(processes[1]?.reported.at(-1), { kind: 'ask', id: 0, request: question })
    processes[1]?.onEnd(null, 'SIGKILL')
    assert.equal(await asked, undefined)
    assert.equal(await crew.workers[1]?.ask(question, 1_000), undefined)
  })
})

test('a worker of which nothing is heard is ended', async () => {
  const { processes, clock, start } = play(['a-1', 'a-2'])
  await start()
  clock.advance(SILENT_MS - 1)
  processes[0]?.onMessage({ kind: 'turning' })
  clock.advance(1)
  assert.deepEqual(
    processes.map(({ isKilled }) => isKilled),
    [false, true],
  )
})

describe('the stop', () => {
  test('all are told, and are in a hurry once it is; it ends with the last', async () => {
    const { crew, processes, start } = play(['a-1', 'a-2'])
    await start()
    const hurry = new AbortController()
    const stopping = crew.stop(hurry.signal)
    hurry.abort()
    for (const { reported } of processes)
      assert.deepEqual(reported.slice(-2), [
        { kind: 'stop', hurry: false },
        { kind: 'stop', hurry: true },
      ])
    processes[0]?.onEnd(0, null)
    processes[1]?.onEnd(0, null)
    await stopping
    await turn()
    assert.equal(processes.length, 2)
  })

  test('one that does not end in order is reported', async () => {
    const { crew, processes, start } = play(['a-1', 'a-2'])
    await start()
    const stopping = crew.stop(new AbortController().signal)
    processes[0]?.onEnd(0, null)
    processes[1]?.onEnd(1, null)
    await assert.rejects(stopping, { code: 'worker-ended', message: 'The worker a-2 ended: exit code 1.' })
  })

  test('one that waits for its next start is not started', async () => {
    const { crew, processes, clock, start } = play(['a-1', 'a-2'])
    await start()
    await turn()
    processes[1]?.onEnd(1, null)
    await turn()
    processes[2]?.onEnd(1, null)
    await turn()
    const stopping = crew.stop(new AbortController().signal)
    processes[0]?.onEnd(0, null)
    await stopping
    clock.advance(60_000)
    await turn()
    assert.equal(processes.length, 3)
  })
})
