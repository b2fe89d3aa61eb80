import { GatewayError, type HttpResponse, type Submissions } from '@heliograph/contracts'
import {
  answerOf,
  type Change,
  formatting,
  GOOD,
  type Mistake,
  sending,
  tinyWith,
} from '../fixtures/mistaken-adapter.ts'
import { tinyOptions } from '../fixtures/tiny-options.ts'

/** Submits with something of ours in the context of the receipt. */
const withContext =
  (context: (key: string) => string): Change =>
  (_adapter, given, config) => {
    let key = ''
    const submit: Submissions['submit'] = (principal, request) =>
      given.services.submissions.submit(principal, {
        ...request,
        messages: request.messages.map((message) => ({
          ...message,
          notifyUrl: 'https://client.example/dlr',
          notifyFormat: { instance: given.instanceId, context: context(key), on: ['delivered'] as const },
        })),
      })
    const good = tinyWith(given, config, { submissions: { ...given.services.submissions, submit } })
    return sending((request, send) => {
      key = request.headers['x-api-key'] ?? ''
      return send()
    })(good, given, config)
  }

const calling = (url: (key: string) => string): Pick<Mistake, 'adapter' | 'options'> => ({
  adapter: sending(async (request, good, { http }) => {
    await http.request({ method: 'GET', url: url(request.headers['x-api-key'] ?? '') }).catch(() => undefined)
    return good()
  }),
  options: {
    cases: tinyOptions.cases.map((row) =>
      row.name === GOOD ? { ...row, expect: { ...(row.expect as object), outbound: [{}] } as never } : row,
    ),
  },
})

/** Secrets where others read them. */
export const SECRET_FAULTS: readonly Mistake[] = [
  {
    name: 'the key of the client in the context of receipts',
    adapter: withContext((key) => key),
    fails: GOOD,
    because: /a secret value is in the context of a receipt/,
  },
  {
    name: 'the token of the configuration in the context of receipts',
    adapter: withContext(() => JSON.stringify({ token: tinyOptions.config.token })),
    fails: GOOD,
    because: /a secret value is in the context of a receipt/,
  },
  {
    name: 'the key in Base64 in the context of receipts',
    adapter: withContext((key) => Buffer.from(`user:${key}`).toString('base64')),
    fails: GOOD,
    because: /a secret value is in the context of a receipt/,
  },
  {
    name: 'the key in the URL of another server',
    ...calling((key) => `https://a.example/?key=${key}`),
    fails: GOOD,
    because: /a secret value is in the URL of a request/,
  },
  {
    name: 'the token, percent-encoded, in the URL of another server',
    ...calling(
      () => `https://a.example/?token=${encodeURIComponent(String(tinyOptions.config.token)).replace('-', '%2D')}`,
    ),
    fails: GOOD,
    because: /a secret value is in the URL of a request/,
  },
  {
    name: 'the key in the text of an error',
    adapter: sending((request) => {
      throw new GatewayError('unauthenticated', 'bad-key', `Unknown key ${request.headers['x-api-key']}`)
    }),
    options: {
      cases: [{ ...(tinyOptions.cases[0] as (typeof tinyOptions.cases)[0]), expect: { status: 401 } }],
    },
    fails: GOOD,
    because: /an API key is in the response/,
  },
  {
    name: 'the key in an error that is logged',
    adapter: sending((request) => {
      throw new Error(`no such key: ${request.headers['x-api-key']}`)
    }),
    options: {
      cases: [
        {
          ...(tinyOptions.cases[0] as (typeof tinyOptions.cases)[0]),
          expect: { status: 500, logs: [{ level: 'error', text: /failed/ }] },
        },
      ],
    },
    fails: GOOD,
    because: /a secret value is in the log/,
  },
  {
    name: 'a key that is tried in the log',
    adapter: (adapter, context, config) =>
      sending(async ({ headers }, good, { logger, services }) => {
        const key = headers['x-api-key'] ?? ''
        if (!(await services.directory.byApiKey(key))) logger.info({ key }, 'refused')
        return good()
      })(adapter, context, config),
    fails: `refuses with wrong credentials: ${GOOD}`,
    because: /a key that is tried is in the log/,
  },
  {
    name: 'the token in a header of every error',
    adapter: (adapter, context, config) =>
      formatting((error, good) => ({
        ...(answerOf(good, error) as HttpResponse),
        headers: { 'x-debug': String(config.token) },
      }))(adapter, context, config),
    fails: 'names what is missing',
    because: /a secret of the configuration is in the response/,
  },
]
