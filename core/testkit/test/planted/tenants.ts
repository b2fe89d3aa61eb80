import assert from 'node:assert/strict'
import { GatewayError, type HttpResponse, type Principal } from '@heliograph/contracts'
import { GOOD, type Mistake, plain, reading, sending } from '../fixtures/mistaken-adapter.ts'
import { tinyOptions } from '../fixtures/tiny-options.ts'

const ACTS_FOR = 'calls its services on behalf of the client that sends the request'
const SHOWS = 'shows a state'

/** Clients that get what belongs to others, through the interface. */
export const TENANT_FAULTS: readonly Mistake[] = [
  {
    name: 'answers to the same text kept for everybody',
    adapter: (adapter, context, config) => {
      const kept = new Map<string, unknown>()
      return sending(async ({ body }, good) => {
        const text = String(body)
        if (!kept.has(text)) kept.set(text, await good())
        return kept.get(text)
      })(adapter, context, config)
    },
    fails: `${ACTS_FOR}: ${GOOD}`,
    because: /client 1002 is given the answer made for client 1001/,
  },
  {
    name: 'answers kept for everybody, behind the authentication',
    adapter: (adapter, context, config) => {
      const kept = new Map<string, unknown>()
      return sending(async ({ body, headers }, good, { services }) => {
        const principal = await services.directory.byApiKey(headers['x-api-key'] ?? '')
        if (!principal || !services.rateLimits.admit(principal).admitted) return good()
        const text = String(body)
        if (!kept.has(text)) kept.set(text, await good())
        return kept.get(text)
      })(adapter, context, config)
    },
    fails: `${ACTS_FOR}: ${GOOD}`,
    because: /client 1002 is given the answer made for client 1001/,
  },
  {
    name: 'states kept by the number of the message',
    adapter: (adapter, context, config) => {
      const kept = new Map<string, unknown>()
      return reading(async ({ query }, good) => {
        if (!kept.has(query)) kept.set(query, await good())
        return kept.get(query)
      })(adapter, context, config)
    },
    fails: `${ACTS_FOR}: ${SHOWS}`,
    because: /client 1002 is given the answer made for client 1001/,
  },
  {
    name: 'the last principal used by a read',
    adapter: (adapter, context, config) => {
      let last: Principal | undefined
      const watched = sending(async (request, good) => {
        last = await context.services.directory.byApiKey(request.headers['x-api-key'] ?? '')
        return good()
      })(adapter, context, config)
      const read = reading(async (request) => {
        last ??= await context.services.directory.byApiKey(request.headers['x-api-key'] ?? '')
        if (!last) throw new GatewayError('unauthenticated', 'bad-key', 'Unknown key')
        const smsId = Number(new URLSearchParams(request.query).get('id'))
        const [found] = (await context.services.reports.find(last, { smsId, limit: 1 })).records
        if (!found) throw new GatewayError('not-found', 'unknown', 'Unknown')
        return plain(200, `${found.smsId} ${found.state}`)
      })({ ...adapter, ...watched }, context, config)
      return read
    },
    fails: `${ACTS_FOR}: ${SHOWS}`,
    because: /reports\.find was called for client 1001, by a request of client 1002/,
  },
  {
    name: 'principals kept by the first letters of their key',
    adapter: (adapter, context, config) => {
      const known = new Map<number, Principal>()
      return reading(async (request) => {
        const key = request.headers['x-api-key'] ?? ''
        const principal = known.get(key.length) ?? (await context.services.directory.byApiKey(key))
        if (!principal) throw new GatewayError('unauthenticated', 'bad-key', 'Unknown key')
        known.set(key.length, principal)
        const smsId = Number(new URLSearchParams(request.query).get('id'))
        const [found] = (await context.services.reports.find(principal, { smsId, limit: 1 })).records
        if (!found) throw new GatewayError('not-found', 'unknown', 'Unknown')
        return plain(200, `${found.smsId} ${found.state}`)
      })(adapter, context, config)
    },
    fails: `${ACTS_FOR}: ${SHOWS}`,
    because: /was called for client 1001, by a request of client 1002/,
  },
  {
    name: 'the text of a foreign message in a refusal',
    adapter: reading(async (request, good, { services }) => {
      try {
        return await good()
      } catch (error) {
        const smsId = Number(new URLSearchParams(request.query).get('id'))
        for (const clientId of [1001, 1002]) {
          const principal = (await services.directory.byApiKey(request.headers['x-api-key'] ?? '')) as Principal
          const [found] = (await services.reports.find({ ...principal, clientId }, { smsId, limit: 1 })).records
          if (found) return plain(404, `ERR not yours: ${found.text}`)
        }
        throw error
      }
    }),
    fails: 'hides a message of another client: state by number',
    because: /of a foreign message/,
  },
  {
    name: 'a reference that tells whether others have the message',
    adapter: reading(async (request, good) => {
      const answer = (await good()) as HttpResponse
      assert.ok(request.query)
      return { ...answer, body: `${answer.body} of ${request.query}` }
    }),
    options: { reads: tinyOptions.reads?.map((read) => ({ ...read, shows: (text) => text.length < 3 })) },
    fails: 'shows an own message: state by number',
    because: /the client's message is not in the response/,
  },
]
