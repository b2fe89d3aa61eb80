import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  createStepFeed,
  Directory,
  GatewayError,
  type HttpRequest,
  Logins,
  type Principal,
  RequestLog,
  type RequestRecord,
  Submissions,
} from '@heliograph/contracts'
import { INJECTED_REQUEST_ID } from '@heliograph/http'
import { RequestWatch } from '../src/host/request-watch.ts'
import { fakeAdapter, fakeHttpAdapter, startTestHost } from './host-fixture.ts'

const ANN = { clientId: 7, userId: 70 } as Principal
const BOB = { clientId: 8, userId: 80 } as Principal

/** Has the keys `ann` and `bob`, and answers after a while. */
const directory = {
  byApiKey: async (key: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    return { ann: ANN, bob: BOB }[key]
  },
} as unknown as Directory

const logins = {
  byPassword: async ({ account }: { account: string }) =>
    account === 'ann' ? { kind: 'ok', principal: ANN } : { kind: 'unknown' },
} as unknown as Logins

const submissions = {
  async submit(_principal: Principal, { origin }: { origin: string }) {
    if (origin === 'broken') throw new GatewayError('forbidden', 'no-credit', 'Not enough credit')
    return { entries: [{ smsId: origin === 'good' ? 1 : 0, state: origin === 'good' ? 'queued' : 'bad-number' }] }
  },
} as unknown as Submissions

const SERVICES = [
  { token: Directory, service: directory },
  { token: Logins, service: logins },
  { token: Submissions, service: submissions },
]

/** Authenticates by `X-Key`, or by `X-Account`; then does what `X-Then` says. */
const keyed = (path: string) =>
  fakeHttpAdapter(path, {
    deps: { directory: Directory, logins: Logins },
    create: ({ services }) => {
      const given = services as { directory: Directory; logins: Logins }
      return {
        routes: [
          {
            method: 'GET',
            path: `${path}/*`,
            async handler({ headers }: HttpRequest) {
              const account = headers['x-account']
              if (account === undefined) await given.directory.byApiKey(headers['x-key'] ?? '')
              else await given.logins.byPassword({ origin: '', account, password: '', address: '' })
              await new Promise((resolve) => setTimeout(resolve, Number(headers['x-wait'] ?? 0)))
              if (headers['x-then'] === 'throw') throw new GatewayError('throttled', 'too-fast', 'Slower, please')
              if (headers['x-then'] === 'break') throw new Error('secret inside')
              return { status: 204 }
            },
          },
        ],
        formatError: ({ category }) => ({ status: category === 'throttled' ? 429 : 500 }),
      }
    },
  })

/**
 * A host with a keyed adapter and one with its own sockets; returns what it records about clients, and the way its
 * sockets submit.
 */
async function startHost(context: TestContext) {
  let log: RequestLog | undefined
  let submit: Submissions['submit'] | undefined
  const sockets = fakeAdapter({
    deps: { log: RequestLog, submissions: Submissions },
    create({ services }) {
      const given = services as { log: RequestLog; submissions: Submissions }
      log = given.log
      submit = given.submissions.submit
      return {}
    },
  })
  const yaml = 'instances: { keyed: { use: x }, sockets: { use: y } }'
  const { host } = await startTestHost(context, { yaml, packages: { x: keyed('/x'), y: sockets }, services: SERVICES })
  return {
    list: (principal: Principal) => (log as RequestLog).list(principal),
    submit: submit as Submissions['submit'],
    get: (path: string, headers: Record<string, string>) => host.inject({ method: 'GET', url: path, headers }),
  }
}

const outcome = ({ path, status, error }: RequestRecord) => [path, status, error?.code ?? null]

test('requests are those of the client whose key they came with, however many come at once', async (context) => {
  const { get, list } = await startHost(context)
  await Promise.all([
    get('/x/1', { 'x-key': 'ann', 'x-wait': '20' }),
    get('/x/2', { 'x-key': 'bob' }),
    get('/x/3', { 'x-key': 'nobody' }),
    get('/x/4', { 'x-account': 'ann' }),
  ])
  assert.deepEqual(list(ANN).map(outcome).sort(), [
    ['/x/1', 204, null],
    ['/x/4', 204, null],
  ])
  assert.deepEqual(list(BOB).map(outcome), [['/x/2', 204, null]])
})

test('requests have the ids that are in their answers', async (context) => {
  const { get, list } = await startHost(context)
  await get('/x/1', { 'x-key': 'ann' })
  await get('/x/2', { 'x-key': 'ann', 'x-then': 'throw' })
  assert.deepEqual(
    list(ANN).map(({ path, requestId }) => [path, requestId]),
    [
      ['/x/2', INJECTED_REQUEST_ID],
      ['/x/1', INJECTED_REQUEST_ID],
    ],
  )
})

test('errors are told in words, those of the gateway without what is inside; no query is kept', async (context) => {
  const { get, list } = await startHost(context)
  await get('/x/1?key=secret', { 'x-key': 'ann', 'x-then': 'throw' })
  await get('/x/2', { 'x-key': 'ann', 'x-then': 'break' })
  const [second, first] = list(ANN)
  assert.deepEqual(first?.error, { category: 'throttled', code: 'too-fast', message: 'Slower, please' })
  assert.deepEqual([first?.status, first?.instanceId, first?.userId, first?.path], [429, 'keyed', 70, '/x/1'])
  assert.deepEqual([second?.status, second?.error?.category], [500, 'internal'])
  assert.ok(!JSON.stringify(list(ANN)).includes('secret'))
})

test('of a client the latest 200 are kept, newest first', async (context) => {
  const { get, list } = await startHost(context)
  for (let number = 1; number <= 250; number += 1) await get(`/x/${number}`, { 'x-key': 'ann' })
  const paths = list(ANN).map(({ path }) => path)
  assert.deepEqual([paths.length, paths[0], paths.at(-1)], [200, '/x/250', '/x/51'])
})

test('over other connections what was refused is kept', async (context) => {
  const { list, submit } = await startHost(context)
  const request = (origin: string) => ({ origin }) as Parameters<Submissions['submit']>[1]
  await submit(ANN, request('good'))
  await submit(ANN, request('unfit'))
  await assert.rejects(submit(ANN, request('broken')))
  assert.deepEqual(
    list(ANN).map(({ instanceId, method, status, error }) => [instanceId, method, status, error?.code]),
    [
      ['sockets', 'submit', null, 'no-credit'],
      ['sockets', 'submit', null, 'bad-number'],
    ],
  )
})

test('a late answer is recorded as the error that the client got', async () => {
  const watch = new RequestWatch({ now: Date.now, after: () => () => {} }, createStepFeed(assert.ifError))
  const watched = watch.services('slow', true, { directory: Directory }, { directory })
  const handler = async () => {
    await watched.directory.byApiKey('ann')
    return { status: 200 }
  }
  const route = { method: 'GET', path: '/slow', handler } as const
  const mount = watch.mount({ instanceId: 'slow', routes: [route], formatError: () => ({ status: 500 }) })
  await mount.routes[0]?.handler({ method: 'GET', path: '/slow', isAnswered: true } as unknown as HttpRequest)
  assert.deepEqual(watch.log.list(ANN).map(outcome), [['/slow', 503, 'outcome-unknown']])
})
