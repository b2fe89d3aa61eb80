import { GatewayError, OutboundError } from '@heliograph/contracts'
import { CALLERS_TOKEN } from '../fixtures/counting-plugin.ts'
import type { PluginFault } from './plugin-fault.ts'

const WRONG_TOKEN = new GatewayError('unauthenticated', 'bad-token', 'Wrong token')

/** In its routes. */
export const ROUTE_FAULTS: readonly PluginFault[] = [
  {
    name: 'a route for anybody',
    parts: (good) => ({ answerCount: async () => ({ status: 200, body: String(await good.read()) }) }),
    fails: 'refuses absent credentials: shows the count',
    because: /status should be 401 but is 200/,
  },
  {
    name: 'a token of which only the length counts',
    parts: () => ({
      checkToken({ headers }) {
        if (headers['x-token'] === undefined) throw new OutboundError('invalid-url', 'no token')
      },
    }),
    fails: 'refuses wrong credentials: shows the count',
    because: /status should be 401 but is 200/,
  },
  {
    name: 'a token of which the beginning is enough',
    parts: () => ({
      checkToken({ headers }) {
        const given = headers['x-token'] ?? ''
        if (given === '' || !CALLERS_TOKEN.startsWith(given)) throw WRONG_TOKEN
      },
    }),
    fails: 'refuses cut off credentials: shows the count',
    because: /status should be 401 but is 200/,
  },
  {
    name: 'a token that may go on',
    parts: () => ({
      checkToken({ headers }) {
        if (!headers['x-token']?.startsWith(CALLERS_TOKEN)) throw WRONG_TOKEN
      },
    }),
    fails: 'refuses too long credentials: shows the count',
    because: /status should be 401 but is 200/,
  },
  {
    name: 'a refusal that comes too late',
    parts: (good) => ({
      async answerReset(request) {
        await good.reset()
        good.checkToken(request)
        return { status: 204 }
      },
    }),
    fails: 'refuses wrong credentials: sets the count to zero',
    because: /it was done anyway/,
  },
  {
    name: 'a zero when the store is away',
    parts: (good) => ({
      async answerCount(request) {
        good.checkToken(request)
        return { status: 200, body: String(await good.read().catch(() => 0)) }
      },
    }),
    fails: 'is no success when a service fails: shows the count',
    because: /failed, and it is answered with 200/,
  },
  {
    name: 'a success before it is stored',
    parts: (good) => ({
      async answerReset(request) {
        good.checkToken(request)
        good.reset().catch(() => undefined)
        return { status: 204 }
      },
    }),
    fails: 'is no success when a service fails: sets the count to zero',
    because: /answered with 204, and, what is seen should be '0' but is '1'/,
  },
  {
    name: 'an error that shows its cause',
    parts: () => ({
      formatError: (error) => ({ status: 500, body: String((error.cause as Error | undefined)?.message) }),
    }),
    fails: 'formatError gives unavailable a form',
    because: /text of a cause is shown/,
  },
  {
    name: 'an error that looks like success',
    parts: () => ({ formatError: () => ({ status: 200 }) }),
    fails: 'formatError gives not-found a form',
    because: /status of success/,
  },
  {
    name: 'a handler that breaks at what is no text',
    parts: (good) => ({
      async answerCount(request) {
        decodeURIComponent(request.query)
        return good.answerCount(request)
      },
    }),
    fails: 'answers octets and queries that are nothing',
    because: /failed inside/,
  },
  {
    name: 'a route that no row asks',
    parts: () => ({
      finish: (plugin) => ({
        ...plugin,
        routes: [...(plugin.routes ?? []), { method: 'GET', path: '/dump', handler: () => ({ status: 200 }) }],
      }),
    }),
    fails: 'its table asks every route',
    because: /GET \/dump/,
  },
  {
    name: 'no routes',
    parts: () => ({ finish: (plugin) => ({ ...plugin, routes: [] }) }),
    fails: 'has routes and a form for errors',
    because: /disagree/,
  },
  {
    name: 'a body without a limit of its own',
    parts: () => ({
      finish: (plugin) => ({
        ...plugin,
        formatError: (error) => ({ status: error.category === 'too-large' ? 200 : 500 }),
      }),
    }),
    fails: 'refuses a body over the limit: shows the count',
    because: /too large is answered with 200/,
  },
  {
    name: 'a secret in an answer',
    parts: (good) => ({
      async answerCount(request) {
        const answer = await good.answerCount(request)
        return { ...answer, headers: { 'x-asked-with': request.headers['x-token'] ?? '' } }
      },
    }),
    fails: 'shows the count',
    because: /a secret of the configuration is in the response/,
  },
  {
    name: 'a secret in the log',
    parts: (good, { logger }) => ({
      answerCount(request) {
        logger.debug({ headers: request.headers }, 'asked')
        return good.answerCount(request)
      },
    }),
    fails: 'shows the count',
    because: /a secret value is in the log/,
  },
]
