import { API_VERSION, Directory, defineAdapter, RateLimits, Submissions } from '@heliograph/contracts'
import { desktopConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { createRoutes } from './routes.ts'

/** The desktop accounting interface. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'desktop',
  version: '0.1.0',
  configSchema: desktopConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: { directory: Directory, rateLimits: RateLimits, submissions: Submissions },
  create: ({ services }, config) => ({ routes: createRoutes(services, config), formatError }),
})
