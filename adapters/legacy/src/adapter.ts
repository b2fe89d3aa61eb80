import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'
import { legacyConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'

/** The legacy batch endpoint. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'legacy',
  version: '0.1.0',
  configSchema: legacyConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: textDependencies,
  create: (context, config) => ({ routes: createRoutes(context, config), formatError, example: formatExample }),
})
