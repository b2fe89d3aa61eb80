import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createStepFeed,
  GatewayError,
  type HttpRequest,
  type Principal,
  type RouteSpec,
  type Step,
  Submissions,
  type SubmitRequest,
} from '@heliograph/contracts'
import { createRouter, inject } from '@heliograph/http'
import { RequestWatch } from '../src/host/request-watch.ts'
import { createMetricsRegistry } from '../src/index.ts'
import { createHttpObserver } from '../src/listeners/http-metrics.ts'

const clock = { now: () => 1_000_000, after: () => () => {} }
const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

function watchedFeed() {
  const steps = createStepFeed(assert.ifError)
  const seen: Step[] = []
  steps.watch((step) => seen.push(step))
  return { steps, seen }
}

/** Steps without their times, which are checked. */
function reported(seen: readonly Step[]) {
  return seen.map(({ startedAt, endedAt, ...step }) => {
    assert.ok(endedAt === 1_000_000 && startedAt <= endedAt && startedAt > endedAt - 60_000)
    return step
  })
}

const handlers: Readonly<Record<string, RouteSpec['handler']>> = {
  '/takes/:id': () => ({ status: 202 }),
  '/refuses': () => {
    throw new GatewayError('forbidden', 'no-credit', '')
  },
  '/breaks': () => {
    throw new Error('broken')
  },
}
const STATUSES: Readonly<Record<string, number>> = { forbidden: 403, internal: 500 }

const REQUESTS: readonly (readonly [url: string, route: string, status: number, isFault: boolean])[] = [
  ['/takes/7?key=secret', '/takes/:id', 202, false],
  ['/refuses', '/refuses', 403, false],
  ['/breaks', '/breaks', 500, true],
]

for (const [url, route, status, isFault] of REQUESTS) {
  test(`a request of ${route} is told as a step, without what is in its path`, async () => {
    const { steps, seen } = watchedFeed()
    const routes = Object.entries(handlers).map(([path, handler]) => ({ method: 'GET', path, handler }) as const)
    const formatError = ({ category }: GatewayError) => ({ status: STATUSES[category] ?? 400 })
    const onResponse = createHttpObserver(createMetricsRegistry(), steps, clock)
    const router = createRouter([{ instanceId: 'mine', routes, formatError }], { onResponse })
    await inject(router, { url, requestId: 'r-1', headers: { traceparent: PARENT } })
    assert.deepEqual(reported(seen), [
      {
        kind: 'request',
        requestId: 'r-1',
        instanceId: 'mine',
        method: 'GET',
        route,
        status,
        isFault,
        traceparent: PARENT,
      },
    ])
  })
}

const submissions: Submissions = {
  async submit(_principal, { origin }) {
    if (origin !== 'good') throw new GatewayError(origin === 'away' ? 'unavailable' : 'forbidden', origin, '')
    return { bulkId: undefined, entries: [] }
  },
}

const SUBMITS: readonly (readonly [origin: string, isFault: boolean])[] = [
  ['good', false],
  ['refused', false],
  ['away', true],
]

for (const [origin, isFault] of SUBMITS) {
  test(`so is a submit over a connection of its own: ${origin}`, async () => {
    const { steps, seen } = watchedFeed()
    const watch = new RequestWatch(clock, steps)
    const services = watch.services('smpp', false, { submissions: Submissions }, { submissions })
    const submit = (requestId?: string) =>
      services.submissions
        .submit({ clientId: 1, userId: 1 } as Principal, { origin, requestId } as SubmitRequest)
        .catch(() => undefined)
    await submit('r-2')
    await submit()
    assert.deepEqual(reported(seen), [
      {
        kind: 'request',
        requestId: 'r-2',
        instanceId: 'smpp',
        method: 'submit',
        route: '',
        status: null,
        isFault,
        traceparent: undefined,
      },
    ])
  })
}

test('an interface with routes tells its requests as such, and not its submits', async () => {
  const { steps, seen } = watchedFeed()
  const watch = new RequestWatch(clock, steps)
  const services = watch.services('v2', true, { submissions: Submissions }, { submissions })
  await services.submissions.submit({} as Principal, { origin: 'good', requestId: 'r-3' } as SubmitRequest)
  assert.deepEqual(seen, [])
})

test('nothing is made while nobody watches', () => {
  const steps = { isWatched: false, tell: () => assert.fail('told') }
  const observe = createHttpObserver(createMetricsRegistry(), steps, clock)
  observe('mine', '/', 'GET', 200, 0.1, { headers: {}, requestId: 'r-4' } as unknown as HttpRequest)
})
