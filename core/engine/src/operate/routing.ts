import { requireOperator } from '@heliograph/access'
import { GatewayError, type Routing } from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import { explainRoute, routingTable } from '../outbound/routing/explain-route.ts'
import type { LinkName, RoutingSettings } from '../outbound/routing/routing.ts'

export interface RoutingOptions {
  readonly current: { readonly settings: RoutingSettings }
  /** The country by which recipients without a calling code are read. */
  readonly defaultCountry: string
  /** The links of the configured carriers. */
  readonly links: () => readonly LinkName[]
}

/** Creates the `Routing` service. */
export function createRouting({ current, defaultCountry, links }: RoutingOptions): Routing {
  return {
    async table(principal) {
      requireOperator(principal)
      return routingTable(current.settings, links())
    },
    async explain(principal, question) {
      requireOperator(principal)
      const to = normaliseNumber(question.to, 'international', defaultCountry)
      if (to === undefined) {
        const details = { to: 'must be a phone number in international form' }
        throw new GatewayError('invalid', 'invalid-number', `to ${details.to}`, { details })
      }
      return explainRoute(current.settings, links(), { ...question, to })
    },
  }
}
