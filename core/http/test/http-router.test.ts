import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GatewayError, type HttpRequest, type HttpResponse, type Logger, type RouteSpec } from '@heliograph/contracts'
import { createRouter, inject, type RouterMount } from '../src/index.ts'

const answer = (text: string) => (request: HttpRequest) => ({
  status: 200,
  body: `${text} ${request.method} ${JSON.stringify(request.params)}`,
})

function route(declaration: string, options: Partial<RouteSpec> = {}): RouteSpec {
  const [method, path] = declaration.split(' ') as [RouteSpec['method'], string]
  return { method, path, handler: answer(declaration), ...options }
}

function mount(instanceId: string, ...routes: RouteSpec[]): RouterMount {
  return {
    instanceId,
    routes,
    formatError: (error) => ({
      status: error.category === 'method-not-allowed' ? 405 : error.category === 'too-large' ? 413 : 400,
      headers: { 'X-Allow': (error.allow ?? []).join(' ') },
      body: `${instanceId}: ${error.category} ${error.code}`,
    }),
  }
}

const any = { ignoreCase: true }
const router = createRouter([
  mount(
    'first',
    route('GET /'),
    route('GET /sms/list'),
    route('POST /sms/:id'),
    route('GET /sms/:id'),
    route('GET /sms/*'),
    route('POST /sms/2/single'),
    route('ANY /sms/2/*'),
    route('GET /deep/:a/x'),
    route('GET /deep/*'),
    route('GET /deep/:a/:b/*'),
  ),
  mount(
    'second',
    route('GET /Send.ashx', any),
    route('POST /old/:Name/End', any),
    route('GET /:x/b/c'),
    route('GET /deep/y/:b'),
    route('HEAD /own'),
    route('GET /own'),
    route('ANY /any'),
    route('PUT /any'),
    route('POST /case'),
    route('GET /CASE', any),
  ),
])

const found: readonly (readonly [request: string, body: string])[] = [
  ['GET /', 'GET / GET {}'],
  ['GET /sms/list', 'GET /sms/list GET {}'],
  ['GET /sms/list/', 'GET /sms/list GET {}'],
  ['GET /sms/list?a=/sms/2', 'GET /sms/list GET {}'],
  ['GET /sms/LIST', 'GET /sms/:id GET {"id":"LIST"}'],
  ['POST /sms/7', 'POST /sms/:id POST {"id":"7"}'],
  ['POST /sms/7/', 'POST /sms/:id POST {"id":"7"}'],
  ['GET /sms/a%2Fb%20c', 'GET /sms/:id GET {"id":"a/b c"}'],
  ['GET /sms', 'GET /sms/* GET {"*":""}'],
  ['GET /sms/', 'GET /sms/* GET {"*":""}'],
  ['GET /sms/a/b', 'GET /sms/* GET {"*":"a/b"}'],
  ['GET /sms/2/a/b', 'ANY /sms/2/* GET {"*":"a/b"}'],
  ['DELETE /sms/2/single/x', 'ANY /sms/2/* DELETE {"*":"single/x"}'],
  ['POST /sms/2/single', 'POST /sms/2/single POST {}'],
  ['GET /a/b/c', 'GET /:x/b/c GET {"x":"a"}'],
  ['GET /sms/b/c', 'GET /:x/b/c GET {"x":"sms"}'],
  ['GET /deep/y/x', 'GET /deep/y/:b GET {"b":"x"}'],
  ['GET /deep/z/x', 'GET /deep/:a/x GET {"a":"z"}'],
  ['GET /deep/z/y', 'GET /deep/:a/:b/* GET {"a":"z","b":"y","*":""}'],
  ['GET /deep/z/y/w/v', 'GET /deep/:a/:b/* GET {"a":"z","b":"y","*":"w/v"}'],
  ['GET /deep/z', 'GET /deep/* GET {"*":"z"}'],
  ['GET /SEND.ASHX', 'GET /Send.ashx GET {}'],
  ['GET /send.ashx/', 'GET /Send.ashx GET {}'],
  ['POST /OLD/Ada/eND', 'POST /old/:Name/End POST {"Name":"Ada"}'],
  ['GET /any', 'ANY /any GET {}'],
  ['PUT /any', 'PUT /any PUT {}'],
  ['HEAD /any', ''],
  ['POST /case', 'POST /case POST {}'],
  ['GET /case', 'GET /CASE GET {}'],
  ['GET http://host:80/sms/list', 'GET /sms/list GET {}'],
  ['GET http://host', 'GET / GET {}'],
]

const refused: readonly (readonly [request: string, status: number, body: string, allow?: string])[] = [
  ['GET /nowhere', 404, 'Not found\n'],
  ['GET nonsense', 404, 'Not found\n'],
  ['OPTIONS *', 404, 'Not found\n'],
  ['GET //', 404, 'Not found\n'],
  ['POST /old//end', 404, 'Not found\n'],
  ['POST /sms/list', 405, 'first: method-not-allowed method-not-allowed', 'GET HEAD'],
  ['GET /sms/2/single', 405, 'first: method-not-allowed method-not-allowed', 'POST'],
  ['DELETE /sms/7', 405, 'first: method-not-allowed method-not-allowed', 'GET POST HEAD'],
  ['DELETE /case', 405, 'second: method-not-allowed method-not-allowed', 'GET POST HEAD'],
  ['POST /Case', 405, 'second: method-not-allowed method-not-allowed', 'GET HEAD'],
  ['TRACE /any', 405, 'second: method-not-allowed method-not-allowed', 'GET POST PUT DELETE PATCH HEAD OPTIONS'],
  ['get /sms/list', 405, 'first: method-not-allowed method-not-allowed', 'GET HEAD'],
  ['GET /sms/%zz', 400, 'first: invalid broken-escape'],
  ['GET /sms/%e0%80', 400, 'first: invalid broken-escape'],
  ['GET /__proto__', 404, 'Not found\n'],
  ['GET /constructor', 404, 'Not found\n'],
]

const badTables: readonly (readonly [name: string, mounts: RouterMount[], message: RegExp])[] = [
  ['same path twice', [mount('a', route('GET /x')), mount('b', route('GET /x/'))], /GET \/x\/ of instance 'b'.*'a'/],
  ['names differ only', [mount('a', route('GET /:x')), mount('b', route('GET /:y'))], /instance 'b'.*instance 'a'/],
  ['case differs only', [mount('a', route('GET /x')), mount('b', route('GET /X', any))], /instance 'b'.*instance 'a'/],
  ['no slash', [mount('a', route('GET x'))], /GET x of instance 'a' must begin with \//],
  ['star inside', [mount('a', route('GET /*/x'))], /'\*' is neither/],
  ['bad name', [mount('a', route('GET /:1'))], /':1' is neither/],
  ['same name twice', [mount('a', route('GET /:a/:a'))], /same :name twice/],
  ['query', [mount('a', route('GET /x?y'))], /'x\?y' is neither/],
  ['unknown method', [mount('a', route('FETCH /x'))], /unknown method/],
  ['broken limit', [mount('a', route('GET /x', { bodyLimit: -1 }))], /bodyLimit/],
]

describe('router', () => {
  for (const [request, body] of found) {
    it(`finds ${request}`, async () => {
      const [method, url] = request.split(' ') as [string, string]
      const response = await inject(router, { method, url })
      assert.deepEqual([response.status, response.text], [200, body])
    })
  }

  for (const [request, status, body, allow = ''] of refused) {
    it(`refuses ${request}`, async () => {
      const [method, url] = request.split(' ') as [string, string]
      const response = await inject(router, { method, url })
      assert.deepEqual([response.status, response.text, response.headers['x-allow'] ?? ''], [status, body, allow])
    })
  }

  for (const [name, mounts, message] of badTables) {
    it(`refuses a table with ${name}`, () => assert.throws(() => createRouter(mounts), message))
  }

  it('takes the same path in two cases when both mind it', () => {
    assert.doesNotThrow(() => createRouter([mount('a', route('GET /x'), route('GET /X'))]))
  })

  it('returns what is there at once without a promise, and the same match each time for a literal path', () => {
    const match = router.find('GET', '/sms/list')
    assert.equal(router.find('GET', '/sms/list/'), match)
    const response = router.handle(match, requestFor(match.params))
    assert.ok(!(response instanceof Promise))
  })

  it('does not see members of Object.prototype as methods or params', () => {
    assert.equal(router.find('constructor', '/sms/list').method, 'OTHER')
    assert.equal(Reflect.get(router.find('GET', '/sms/7').params, 'constructor'), undefined)
  })
})

function requestFor(params: Readonly<Record<string, string>>): HttpRequest {
  const { signal } = new AbortController()
  return {
    method: 'GET',
    path: '/',
    query: '',
    headers: {},
    params,
    body: Buffer.alloc(0),
    remoteAddress: '::1',
    isSecure: false,
    requestId: 'r-1',
    signal,
  }
}

describe('errors of handlers', () => {
  const throwing = (thrown: unknown) => () => {
    throw thrown
  }
  const outcomes: readonly (readonly [name: string, handler: RouteSpec['handler'], body: string, logged: string[]])[] =
    [
      ['a thrown GatewayError', throwing(new GatewayError('conflict', 'busy', 'Busy')), 'x: conflict busy', []],
      [
        'a rejected GatewayError',
        async () => throwing(new GatewayError('conflict', 'busy', ''))(),
        'x: conflict busy',
        [],
      ],
      ['anything else thrown', throwing(new TypeError('secret')), 'x: internal internal', ['secret']],
      ['anything else rejected', () => Promise.reject(new TypeError('secret')), 'x: internal internal', ['secret']],
      ['undefined thrown', throwing(undefined), 'x: internal internal', ['Internal error']],
      [
        'no response',
        () => undefined as unknown as HttpResponse,
        'x: internal internal',
        ['The handler returned no response'],
      ],
      ['a status of 99', () => ({ status: 99 }), 'x: internal internal', ['The response has the status 99']],
      [
        'a line break in a header',
        () => ({ status: 200, headers: { location: '/\r\nset-cookie: a=b' } }),
        'x: internal internal',
        ['The value of response header location cannot be sent'],
      ],
    ]

  for (const [name, handler, body, expectedLog] of outcomes) {
    it(`formats ${name}`, async () => {
      const logged: string[] = []
      const requestIds: unknown[] = []
      const logger = errorLogger((fields) => {
        logged.push(fields.err.message)
        requestIds.push(fields.requestId)
      })
      const broken = createRouter([mount('x', route('GET /', { handler }))], { logger })
      const response = await inject(broken, { url: '/', requestId: 'r-7' })
      assert.equal(response.text, body)
      assert.deepEqual(logged, expectedLog)
      assert.deepEqual(
        requestIds,
        expectedLog.map(() => 'r-7'),
      )
    })
  }

  it('survives a formatError that throws, with the status of the error itself', async () => {
    const logged: string[] = []
    const failing: RouterMount = {
      instanceId: 'x',
      routes: [
        route('GET /', {
          handler: throwing(new GatewayError('throttled', 'slow', 'Slow down', { retryAfterSeconds: 3 })),
        }),
      ],
      formatError: throwing(new Error('no form')),
    }
    const logger = errorLogger((fields) => logged.push(fields.err.message))
    const response = await inject(createRouter([failing], { logger }), { url: '/' })
    assert.deepEqual([response.status, response.text, response.headers['retry-after']], [429, 'Slow down\n', '3'])
    assert.deepEqual(logged, ['no form'])
  })

  it('tells the observer about every response', async () => {
    const seen: unknown[] = []
    const observed = createRouter([mount('x', route('POST /:id', { bodyLimit: 3 }))], {
      onResponse: (...event) => {
        assert.ok(event[4] >= 0 && event[4] < 5)
        seen.push(event.slice(0, 4))
      },
    })
    await inject(observed, { method: 'POST', url: '/1', body: 'abc' })
    await inject(observed, { method: 'POST', url: '/1', body: 'abcd' })
    await inject(observed, { method: 'BREW', url: '/1' })
    await inject(observed, { url: '/1/2' })
    assert.deepEqual(seen, [
      ['x', '/:id', 'POST', 200],
      ['x', '/:id', 'POST', 413],
      ['x', '/:id', 'OTHER', 405],
      ['', '', 'OTHER', 404],
    ])
  })
})

function errorLogger(record: (fields: { err: Error; requestId: string }) => void): Logger {
  const silent = () => {}
  const logger: Logger = {
    trace: silent,
    debug: silent,
    info: silent,
    warn: silent,
    error: (fields) => record(fields as { err: Error; requestId: string }),
    child: () => logger,
  }
  return logger
}

describe('inject', () => {
  it('holds the body limit, gives lower-case headers and no body for HEAD', async () => {
    const echo: RouteSpec['handler'] = (request) => ({
      status: 201,
      headers: { 'Content-Type': 'a/b' },
      body: JSON.stringify([request.headers, request.query, request.body.toString(), request.remoteAddress]),
    })
    const echoing = createRouter([mount('x', route('ANY /', { handler: echo, bodyLimit: 4 }))])
    const url = '/?q=%20'
    const whole = await inject(echoing, { method: 'POST', url, headers: { 'X-A': 'b' }, body: 'abcd' })
    assert.deepEqual(JSON.parse(whole.text), [{ 'x-a': 'b', 'content-length': '4' }, 'q=%20', 'abcd', '127.0.0.1'])
    assert.deepEqual([whole.status, whole.headers], [201, { 'content-type': 'a/b' }])
    const tooLarge = await inject(echoing, { method: 'POST', url, body: Buffer.alloc(5) })
    assert.deepEqual([tooLarge.status, tooLarge.text], [413, 'x: too-large body-too-large'])
    const head = await inject(echoing, { method: 'HEAD', url })
    assert.deepEqual([head.status, head.body.length], [201, 0])
  })

  it('asks the route about a body, and does what is to be done after the response', async () => {
    const done: string[] = []
    const admit: RouteSpec['admit'] = async ({ headers }) => {
      done.push('asked')
      if (headers['x-key'] === undefined) throw new GatewayError('conflict', 'no-key', 'No key')
    }
    const handler = () => {
      done.push('handled')
      return { status: 200, headers: { 'Set-Cookie': ['a=1', 'b=2'] }, ended: async () => void done.push('sent') }
    }
    const asking = createRouter([mount('x', route('ANY /', { admit, handler }))])
    const refused = await inject(asking, { method: 'POST', url: '/', body: 'x' })
    assert.deepEqual([refused.text, done.splice(0)], ['x: conflict no-key', ['asked']])
    const taken = await inject(asking, { method: 'POST', url: '/', body: 'x', headers: { 'X-Key': 'y' } })
    assert.deepEqual([taken.headers['set-cookie'], done.splice(0)], ['a=1, b=2', ['asked', 'handled', 'sent']])
    await inject(asking, { url: '/' })
    assert.deepEqual(done, ['handled', 'sent'])
  })
  it('finds out who sends a request before it is answered, and answers no other', async () => {
    const authenticate: RouteSpec['authenticate'] = ({ headers }) => {
      if (headers['x-key'] === undefined) throw new GatewayError('unauthenticated', 'no-key', 'No key')
      return { principal: undefined, secret: headers['x-key'] }
    }
    for (const found of [authenticate, async (request: HttpRequest) => authenticate(request)]) {
      const handler: RouteSpec['handler'] = (_request, identity) => ({ status: 200, body: identity?.secret })
      const guarded = createRouter([mount('x', route('GET /', { authenticate: found, handler }))])
      assert.equal((await inject(guarded, { url: '/' })).text, 'x: unauthenticated no-key')
      assert.equal((await inject(guarded, { url: '/', headers: { 'X-Key': 'k' } })).text, 'k')
    }
  })

  it('gathers a stream: what came until the client went, and an error for one that throws', async () => {
    const leaving = new AbortController()
    async function* pieces(url: string) {
      yield 'one '
      yield Buffer.from('two')
      if (url === '/broken') throw new Error('out of order')
      if (url === '/endless') leaving.abort()
      if (url === '/endless') await new Promise(() => {})
    }
    const handler: RouteSpec['handler'] = ({ path }) => ({ status: 200, stream: { pieces: pieces(path) } })
    const streaming = createRouter([mount('x', route('GET /*', { handler }))])
    assert.equal((await inject(streaming, { url: '/' })).text, 'one two')
    assert.equal((await inject(streaming, { url: '/', method: 'HEAD' })).text, '')
    assert.equal((await inject(streaming, { url: '/endless', signal: leaving.signal })).text, 'one two')
    await assert.rejects(inject(streaming, { url: '/broken' }), { message: 'The response ended before its end' })
  })
})
