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
})

/** Errors that clients cannot tell apart. */
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
  },
]
