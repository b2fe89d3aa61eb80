import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  authenticatedRoute,
  createStepFeed,
  Directory,
  GatewayError,
  type HttpRequest,
  Logins,
  type NotedBind,
  type Principal,
  type RequestFacts,
  type RequestIdentity,
  type RequestNotes,
  type RouteSpec,
  runRoute,
  type SessionRequest,
  Sessions,
  SmppLogins,
  Submissions,
} from '@heliograph/contracts'
import { INJECTED_REQUEST_ID } from '@heliograph/http'
import { FaultScopes } from '../src/host/fault-scopes.ts'
import { InstanceGuard } from '../src/host/instance-guard.ts'
import { RequestWatch } from '../src/host/request-watch.ts'
import { fakeAdapter, fakeHttpAdapter, startTestHost } from './host-fixture.ts'

const ANN = { clientId: 7, userId: 70, keyId: 700 } as Principal
const BOB = { clientId: 8, userId: 80, keyId: 800 } as Principal

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

const smppLogins = {
  bySystemId: async ({ account }: { account: string }) =>
    account === 'ann' ? { kind: 'ok', principal: ANN } : { kind: account === 'off' ? 'disabled' : 'unknown' },
} as unknown as SmppLogins

const sessions = {
  async open() {
    throw new GatewayError('forbidden', 'too-many-sessions', 'Too many sessions')
  },
} as unknown as Sessions

const SERVICES = [
  { token: Directory, service: directory },
  { token: Logins, service: logins },
  { token: Submissions, service: submissions },
  { token: SmppLogins, service: smppLogins },
  { token: Sessions, service: sessions },
]

/** Authenticates by `X-Key` or, after a look at keys as well, by `X-Account`; then does what `X-Then` says. */
const keyed = (path: string) =>
  fakeHttpAdapter(path, {
    deps: { directory: Directory, logins: Logins },
    create: ({ services }) => {
      const given = services as { directory: Directory; logins: Logins }
      async function authenticate({ headers }: HttpRequest): Promise<RequestIdentity> {
        const secret = headers['x-key'] ?? 'hunter-2'
        const principal = await given.directory.byApiKey(secret)
        const account = headers['x-account']
        if (account === undefined) return { principal, secret }
        const result = await given.logins.byPassword({ origin: '', account, password: secret, address: '' })
        return { principal: result.kind === 'ok' ? result.principal : undefined, secret }
      }
      return {
        routes: [
          authenticatedRoute({
            method: 'ANY',
            path: `${path}/*`,
            hasSecrets: path === '/secret',
            authenticate,
            async handler({ headers }) {
              await new Promise((resolve) => setTimeout(resolve, Number(headers['x-wait'] ?? 0)))
              if (headers['x-then'] === 'throw')
                throw new GatewayError('throttled', 'too-fast', 'Slower, please', { details: { rate: 'is too high' } })
              if (headers['x-then'] === 'break') throw new Error('secret inside')
              return { status: 204 }
            },
          }),
        ],
        formatError: ({ category, code }) => ({
          status: category === 'throttled' ? 429 : 500,
          body: `{"error":"${code}"}`,
        }),
      }
    },
  })

/** Keeps what is noted, as it would be stored; `room`: how many requests it takes. */
function keepNotes(room: number): RequestNotes & { of(principal: Principal): RequestFacts[]; binds: NotedBind[] } {
  const noted: { readonly clientId: number; readonly facts: RequestFacts }[] = []
  const binds: NotedBind[] = []
  return {
    binds,
    hasRoom: () => noted.length < room,
    add: ({ clientId, write }) => void noted.unshift({ clientId, facts: write() }),
    addBind: (bind) => void binds.push(bind),
    of: ({ clientId }) => noted.filter((each) => each.clientId === clientId).map(({ facts }) => facts),
  }
}

/**
 * A host with keyed adapters and one with its own sockets; returns what it notes about clients, and the way its sockets
 * submit and log in.
 */
async function startHost(context: TestContext, room = 1_000) {
  let given: { readonly submissions: Submissions; readonly logins: SmppLogins; readonly sessions: Sessions } | undefined
  const sockets = fakeAdapter({
    deps: { submissions: Submissions, logins: SmppLogins, sessions: Sessions },
    create({ services }) {
      given = services as typeof given
      return {}
    },
  })
  const notes = keepNotes(room)
  const yaml = 'instances: { keyed: { use: x }, secret: { use: s }, sockets: { use: y } }'
  const packages = { x: keyed('/x'), s: keyed('/secret'), y: sockets }
  const { host } = await startTestHost(context, { yaml, packages, services: SERVICES, requests: notes })
  return {
    list: notes.of,
    binds: notes.binds,
    ...(given as NonNullable<typeof given>),
    get: (path: string, headers: Record<string, string>) => host.inject({ method: 'GET', url: path, headers }),
    post: (path: string, headers: Record<string, string>, body: string) =>
      host.inject({ method: 'POST', url: path, headers, body }),
  }
}

const outcome = ({ path, status, error }: RequestFacts) => [path, status, error?.code ?? null]

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

test('errors are told in words and by field, those of the gateway without what is inside', async (context) => {
  const { get, list } = await startHost(context)
  await get('/x/1?key=secret', { 'x-key': 'ann', 'x-then': 'throw' })
  await get('/x/2', { 'x-key': 'ann', 'x-then': 'break' })
  const [second, first] = list(ANN)
  const fields = { rate: 'is too high' }
  assert.deepEqual(first?.error, { category: 'throttled', code: 'too-fast', message: 'Slower, please', fields })
  assert.deepEqual([first?.status, first?.instanceId, first?.userId, first?.keyId], [429, 'keyed', 70, 700])
  assert.deepEqual([first?.path, first?.query, first?.answer], ['/x/1', 'key=[redacted]', '{"error":"too-fast"}'])
  assert.deepEqual([second?.status, second?.error?.category], [500, 'internal'])
  assert.ok(!JSON.stringify(list(ANN)).includes('secret'))
})

test('bodies are kept as they begin, answers of those that were refused', async (context) => {
  const { post, list } = await startHost(context)
  await post('/x/1', { 'x-key': 'ann' }, `{"text":"hello","password":"hunter-2","note":"${'long '.repeat(2_000)}"}`)
  const [request] = list(ANN)
  assert.match(request?.body ?? '', /^{"text":"hello","password":"\[redacted\]","note":"long long/)
  assert.equal(request?.body?.length, 4_096 - 'hunter-2'.length + '[redacted]'.length)
  assert.equal(request?.answer, null)
})

test('of requests with secrets of any kind nothing but the path is kept', async (context) => {
  const { post, list } = await startHost(context)
  await post('/secret/1?anything=hunter-2', { 'x-key': 'ann', 'x-then': 'throw' }, 'hunter-2')
  const [request] = list(ANN)
  assert.deepEqual([request?.path, request?.query, request?.body, request?.answer], ['/secret/1', '', null, null])
  assert.equal(request?.error?.code, 'too-fast')
})

test('what there is no room for is not noted', async (context) => {
  const { get, list, submissions } = await startHost(context, 1)
  for (const path of ['/x/1', '/x/2']) await get(path, { 'x-key': 'ann' })
  await submissions.submit(ANN, { origin: 'unfit' } as Parameters<Submissions['submit']>[1])
  assert.deepEqual(list(ANN).map(outcome), [['/x/1', 204, null]])
})

test('a bind that is one too many is noted of its client', async (context) => {
  const { sessions, list } = await startHost(context)
  await assert.rejects(sessions.open({ principal: ANN } as SessionRequest))
  assert.deepEqual(
    list(ANN).map(({ instanceId, method, error }) => [instanceId, method, error?.code]),
    [['sockets', 'bind', 'too-many-sessions']],
  )
})

test('refused binds are noted with their account', async (context) => {
  const { logins, binds } = await startHost(context)
  const attempt = { origin: 'smpp', password: 'hunter-2', address: '192.0.2.1' }
  for (const account of ['ann', 'eve', 'off']) await logins.bySystemId({ ...attempt, account })
  assert.deepEqual(
    binds.map(({ instanceId, account, error }) => [instanceId, account, error.code]),
    [
      ['sockets', 'eve', 'wrong-login'],
      ['sockets', 'off', 'account-disabled'],
    ],
  )
  assert.ok(!JSON.stringify(binds).includes('hunter-2'))
})

test('over other connections what was refused is kept', async (context) => {
  const { list, submissions } = await startHost(context)
  const { submit } = submissions
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

/** Sends a request through a watch of its own, to a route that may have been answered for already. */
async function watched(route: Omit<RouteSpec, 'method' | 'path'>, changes: object = {}) {
  const notes = keepNotes(1)
  const watch = new RequestWatch({ now: Date.now, after: () => () => {} }, createStepFeed(assert.ifError), notes)
  const whole: RouteSpec = { ...route, method: 'GET', path: '/api' }
  const source = { guard: new InstanceGuard('api', new FaultScopes()), routes: [whole] }
  const mount = watch.mount({ instanceId: 'api', routes: [whole], formatError: () => ({ status: 500 }) }, source)
  const request = { method: 'GET', path: '/api', query: '', body: Buffer.alloc(0), ...changes }
  await runRoute(mount.routes[0] as RouteSpec, request as unknown as HttpRequest)
  return notes
}

const handler = () => ({ status: 200 })

test('a late answer is recorded as the error that the client got', async () => {
  const authenticate = async () => ({ principal: ANN, secret: 'ann' })
  const notes = await watched({ authenticate, handler }, { isAnswered: true })
  assert.deepEqual(notes.of(ANN).map(outcome), [['/api', 503, 'outcome-unknown']])
})

test('what a request came with is blanked, wherever it stands', async () => {
  const authenticate = () => ({ principal: BOB, secret: 'open sesame' })
  const notes = await watched({ authenticate, handler }, { query: 'open sesame' })
  assert.deepEqual(
    notes.of(BOB).map(({ keyId, query, status }) => [keyId, query, status]),
    [[800, '[redacted]', 200]],
  )
})

test('requests of sessions and of nobody, and those of open routes, are not noted', async () => {
  for (const route of [
    { authenticate: () => ({ principal: ANN, secret: undefined }), handler },
    { authenticate: () => ({ principal: undefined, secret: 'bad' }), handler },
    { handler: async () => ((await directory.byApiKey('ann')) ? { status: 200 } : { status: 401 }) },
  ])
    assert.deepEqual((await watched(route)).of(ANN), [])
})

test('a sender is looked for once, and the handler gets what was found', async () => {
  const seen: unknown[] = []
  const identity = { principal: ANN, secret: 'ann' }
  const route = authenticatedRoute({
    method: 'GET',
    path: '/',
    authenticate: async () => {
      seen.push('asked')
      return identity
    },
    handler: (_request, given) => {
      seen.push(given)
      return { status: 200 }
    },
  })
  await watched(route)
  assert.deepEqual(seen, ['asked', identity])
})
