import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { jsonError, textDependencies } from '@heliograph/wire'
import { accountingConfigSchema } from './config.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'

/** The JSON endpoint of accounting add-ons. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'accounting',
  version: '0.1.0',
  configSchema: accountingConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: textDependencies,
  create: ({ services }, config) => ({
    routes: createRoutes(services, config),
    formatError: jsonError,
    example: formatExample,
  }),
})
