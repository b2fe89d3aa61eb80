import { API_VERSION, Directory, defineAdapter, RateLimits, Reports, Submissions } from '@heliograph/contracts'
import { configSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatReceipt } from './receipt.ts'
import { createRoutes } from './routes.ts'

/**
 * Data and one factory; importing this does nothing. The name of the package ends in `id`; `version` is the one in
 * package.json.
 */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'sample',
  version: '0.1.0',
  configSchema,
  // The conformance kit tests what is declared here.
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: false },
  // The services that the adapter needs; the gateway passes them to `create`.
  deps: { directory: Directory, rateLimits: RateLimits, submissions: Submissions, reports: Reports },
  create: ({ instanceId, services }, { path }) => ({
    routes: createRoutes(path, instanceId, services),
    formatError,
    formatReceipt,
  }),
})
