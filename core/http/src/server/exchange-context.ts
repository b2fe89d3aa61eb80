import { createClientAddress, createProxyTrust } from '../addresses/client-address.ts'
import { createClientTransport } from '../addresses/client-transport.ts'
import { createRequestIds } from '../requests/request-ids.ts'
import { BodyBudget } from './body-budget.ts'
import { ClientCounts } from './client-counts.ts'
import type { ExchangeContext } from './exchange.ts'
import { OpenExchanges } from './open-exchanges.ts'
import type { ServerSetup } from './server-setup.ts'

/** Throws an `Error` when `trustedProxies` contains anything but networks. */
export function createExchangeContext({
  router,
  limits,
  tls,
  trustedProxies,
  hstsMaxAgeSeconds,
  makeRequestId,
}: ServerSetup): ExchangeContext {
  const isProxy = createProxyTrust(trustedProxies)
  return {
    router,
    limits,
    clientAddress: createClientAddress(trustedProxies),
    isSecure: createClientTransport(tls !== undefined, trustedProxies),
    requestId: createRequestIds(trustedProxies, makeRequestId),
    transportSecurity: `max-age=${hstsMaxAgeSeconds}`,
    open: new OpenExchanges(),
    bodies: new BodyBudget(limits, isProxy),
    clients: new ClientCounts(limits.connectionsPerAddress, isProxy),
    isClosing: false,
  }
}

/** Checks at least every second for exchanges that take too long, until the returned function is called. */
export function sweep({ open, limits }: ExchangeContext): () => void {
  const { requestTimeoutMs, handlerTimeoutMs, responseTimeoutMs, responseTotalMs } = limits
  const shortest = Math.min(requestTimeoutMs, handlerTimeoutMs, responseTimeoutMs, responseTotalMs)
  const timer = setInterval(() => open.check(performance.now()), Math.min(1000, shortest / 4))
  timer.unref()
  return () => clearInterval(timer)
}
