import { ERROR_STATUSES, type ErrorCategory, GatewayError, type HttpResponse } from '@heliograph/contracts'
import { type Mistake, plain, sending } from '../fixtures/mistaken-adapter.ts'

/** A category that the handler answers by itself, otherwise than `formatError`. */
const answering = (category: ErrorCategory, status: number): Mistake => ({
  name: `${category} answered with ${status} by the handler, ${ERROR_STATUSES[category]} by formatError`,
  adapter: sending(async (_request, good) => {
    try {
      return await good()
    } catch (error) {
      if (error instanceof GatewayError && error.category === category) return plain(status, 'ERR')
      throw error
    }
  }),
  fails: `a service that fails with ${category} does not look like success`,
  because: new RegExp(`${category} has another status out of a handler`),
  line: true,
})

/** Errors that clients cannot tell apart, and requests that cost too much. */
export const STATUS_FAULTS: readonly Mistake[] = [
  answering('unavailable', 500),
  answering('throttled', 400),
  answering('too-large', 400),
  answering('not-found', 400),
  answering('conflict', 500),
  answering('forbidden', 401),
  answering('internal', 503),
  {
    name: 'every error of a service answered with 400',
    adapter: sending(async (_request, good) => {
      try {
        return await good()
      } catch (error) {
        const { category } = error as GatewayError
        return plain(category === 'unauthenticated' ? 401 : 400, 'ERR')
      }
    }),
    fails: 'a service that fails with unavailable does not look like success',
    because: /unavailable has another status out of a handler/,
    line: true,
  },
  {
    name: 'a redirect for an error',
    adapter: sending(async (_request, good) => {
      try {
        return await good()
      } catch {
        return { status: 302, headers: { location: '/' } } satisfies HttpResponse
      }
    }),
    fails: 'a service that fails with unavailable does not look like success',
    because: /has another status out of a handler/,
    line: true,
  },
]

export const PRICE_FAULTS: readonly Mistake[] = [
  {
    name: 'bodies of 64 MiB',
    adapter: ({ routes = [] }) => ({ routes: routes.map((route) => ({ ...route, bodyLimit: 64 * 1024 * 1024 })) }),
    fails: 'takes no bodies above 8 MiB',
    because: /\/tiny\/send takes bodies of 67108864 octets/,
  },
  {
    name: 'bodies of any size on a route that reads none',
    adapter: ({ routes = [] }) => ({
      routes: routes.map((route) => (route.method === 'GET' ? { ...route, bodyLimit: 2 ** 31 } : route)),
    }),
    fails: 'takes no bodies above 8 MiB',
    because: /GET \/tiny\/status takes bodies of/,
  },
  {
    name: 'a table with one recipient a request',
    options: { severalRecipients: undefined },
    fails: 'its table shows a request with several recipients',
    because: /severalRecipients: false/,
  },
]
