import { API_VERSION, Directory, defineAdapter, RateLimits, Reports, Submissions } from '@heliograph/contracts'
import { configSchema } from './config.ts'
import { formatError } from './errors.ts'
import { createRoutes } from './routes.ts'

/** Data and one factory: importing this does nothing. `id` ends the name of the package, `version` is that of package.json. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'sample',
  version: '0.1.0',
  configSchema,
  // What is promised here is tested.
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: false },
  // The services that are wanted; the gateway hands them in.
  deps: { directory: Directory, rateLimits: RateLimits, submissions: Submissions, reports: Reports },
  create: ({ services }, { path }) => ({ routes: createRoutes(path, services), formatError }),
})
