import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  GatewayError,
  type HttpRequest,
  type Principal,
  type RequestIdentity,
  runRoute,
  type Submissions,
  type SubmitEntry,
} from '@heliograph/contracts'
import {
  admitRequest,
  type KeyedText,
  Parameters,
  readKeyedText,
  submitText,
  TEXT_STATUSES,
  textError,
  textRoutes,
} from '../src/index.ts'

const NAMES = {
  key: ['key', 'password'],
  recipients: ['to', 'mobile', 'msisdn', 'number'],
  text: ['message'],
  reference: ['ref'],
}

const PRINCIPAL = { clientId: 1001, userId: 1001, keyId: 7, country: 'ZA', rateLimit: 300 } as Principal

const read = (query: string): KeyedText => readKeyedText(Parameters.ofQuery(query), NAMES)

test('keyed text: everything by its first name', () => {
  assert.deepEqual(read('key=%20K%20&to=1;2&message=%20Hi&ref=R'), {
    key: 'K',
    recipients: ['1', '2'],
    text: ' Hi',
    reference: 'R',
  })
})

for (const [query, code, text] of [
  ['to=1&message=Hi', 'missing-key', '[key] or [password] NOT PROVIDED'],
  ['', 'missing-key', '[key] or [password] NOT PROVIDED'],
  [
    'key=K&to=,;&message=Hi',
    'missing-recipients',
    '[to] or [mobile] or [msisdn] List of recipients (mobile numbers) NOT GIVEN',
  ],
  ['password=K', 'missing-recipients', '[to] or [mobile] or [msisdn] List of recipients (mobile numbers) NOT GIVEN'],
  ['key=K&number=1&message=+', 'missing-text', '[message] Message text NOT GIVEN'],
] as const) {
  test(`keyed text: '${query}' is ${code}`, () =>
    assert.throws(() => read(query), { category: 'invalid', code, message: text }))
}

/** Submissions that give every destination the same answer. */
function submissions(state: SubmitEntry['state'] | GatewayError): Submissions {
  return {
    async submit(_, { messages }) {
      if (state instanceof GatewayError) throw state
      const entries = (messages[0]?.destinations ?? []).map(({ to }, index) => {
        return { to, from: 'X', messageId: '', smsId: index + 1, parts: 1, state, acceptedAt: null }
      })
      return { bulkId: undefined, entries }
    },
  }
}

const TEXT = { origin: 'x', recipients: ['0821234567', 'n/a'], text: 'Hi' }

for (const [name, principal, state, results] of [
  ['accepted', PRINCIPAL, 'queued', ['1:0821234567:PENDING', '2:n/a:PENDING']],
  [
    'a key of nobody, as given',
    undefined,
    'queued',
    ['0:0821234567:ERROR Invalid API key', '0:n/a:ERROR Invalid API key'],
  ],
  [
    'no channel, in normalised digits',
    PRINCIPAL,
    new GatewayError('forbidden', 'no-channel', 'No channel'),
    ['0:27821234567:ERROR No channel', '0:n/a:ERROR No channel'],
  ],
  [
    'disabled a moment ago',
    PRINCIPAL,
    new GatewayError('unauthenticated', 'account-disabled', 'Disabled'),
    ['0:27821234567:ERROR Disabled', '0:n/a:ERROR Disabled'],
  ],
  [
    'refused, with the reason',
    PRINCIPAL,
    'opted-out',
    ['0:0821234567:ERROR Contact has opted out', '0:n/a:ERROR Contact has opted out'],
  ],
] as const) {
  test(`submit text: ${name}`, async () => {
    const found = await submitText(submissions(state), principal, TEXT)
    const lines = found.map(({ smsId, recipient, status, reason }) =>
      [`${smsId}:${recipient}:${status}`, reason].filter((each) => each !== undefined).join(' '),
    )
    assert.deepEqual(lines, results)
  })
}

test('submit text: an error that is not about the client is thrown', async () => {
  const away = new GatewayError('unavailable', 'database-away', 'Away')
  await assert.rejects(submitText(submissions(away), PRINCIPAL, TEXT), (error) => error === away)
})

test('requests per minute: the limit of the interface takes the place of the client’s', () => {
  const asked: number[] = []
  const rateLimits = {
    admit({ rateLimit }: Principal) {
      asked.push(rateLimit)
      return asked.length < 2 ? ({ admitted: true } as const) : ({ admitted: false, retryAfterSeconds: 9 } as const)
    },
  }
  admitRequest(rateLimits, PRINCIPAL, 0)
  admitRequest(rateLimits, undefined, 5)
  assert.deepEqual(asked, [], 'neither without a limit nor without a principal')
  admitRequest(rateLimits, PRINCIPAL, 5)
  assert.throws(() => admitRequest(rateLimits, PRINCIPAL, 5), {
    category: 'throttled',
    code: 'rate-limit',
    retryAfterSeconds: 9,
  })
  assert.deepEqual(asked, [5, 5])
})

test('text routes: GET and POST in any case, and a HEAD that does nothing', async () => {
  const route = {
    authenticate: () => ({ principal: PRINCIPAL, secret: 'K' }),
    handler: (_request: HttpRequest, { principal }: RequestIdentity) => ({
      status: principal === PRINCIPAL ? 201 : 401,
    }),
  }
  const routes = textRoutes('/a.ashx', ['GET', 'POST'], route)
  assert.deepEqual(
    routes.map(({ method, path, ignoreCase }) => [method, path, ignoreCase]),
    ['GET', 'POST', 'HEAD'].map((method) => [method, '/a.ashx', true]),
  )
  const [get, , head] = routes.map((each) => runRoute(each, {} as never))
  assert.deepEqual([(await get)?.status, (await head)?.status, (await head)?.body], [201, 200, ''])
  assert.deepEqual(textRoutes('/a', ['POST'], route).length, 1)
})

for (const [error, status, header] of [
  [new GatewayError('invalid', 'x', 'Wrong'), 200, undefined],
  [new GatewayError('unavailable', 'x', 'Wrong'), 200, undefined],
  [new GatewayError('throttled', 'x', 'Wrong', { retryAfterSeconds: 3 }), 429, ['retry-after', '3']],
  [new GatewayError('method-not-allowed', 'x', 'Wrong', { allow: ['GET'] }), 405, ['allow', 'GET']],
] as const) {
  test(`text error: ${error.category} is ${status}`, () => {
    const { body, headers, status: found } = textError(error, 'ERROR! ')
    assert.deepEqual([found, body], [status, 'ERROR! Wrong'])
    if (header !== undefined) assert.equal(headers?.[header[0]], header[1])
  })
}

test('text error: an interface may have statuses of its own', () => {
  const error = new GatewayError('unavailable', 'x', 'Away')
  assert.equal(textError(error, '', { ...TEXT_STATUSES, unavailable: 500 }).status, 500)
})
