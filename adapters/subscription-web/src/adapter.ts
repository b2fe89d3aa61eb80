import { AddressLimits, API_VERSION, Clients, defineAdapter, Subscriptions } from '@heliograph/contracts'
import { configSchema } from './config.ts'
import { createErrorFormat } from './errors.ts'
import { formatExample } from './example.ts'
import { createPages } from './page.ts'
import { createRoutes } from './routes.ts'

/** The public pages on which contacts opt out and back in. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'subscription-web',
  version: '0.1.0',
  configSchema,
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  deps: { clients: Clients, subscriptions: Subscriptions, addressLimits: AddressLimits },
  create({ services }, { requestsPerMinute }) {
    const respond = createPages()
    return {
      routes: createRoutes({ services, requestsPerMinute, respond }),
      formatError: createErrorFormat(respond),
      example: formatExample,
    }
  },
})
