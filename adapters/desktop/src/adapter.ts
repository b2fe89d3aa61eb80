import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'
import { desktopConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'

/** The desktop accounting interface. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'desktop',
  version: '0.1.0',
  configSchema: desktopConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: textDependencies,
  create: ({ services }, config) => ({ routes: createRoutes(services, config), formatError, example: formatExample }),
})
