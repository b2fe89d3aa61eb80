import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'
import { erpAConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'

/** ERP connector A. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'erp-a',
  version: '0.1.0',
  configSchema: erpAConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: textDependencies,
  create: ({ services }, config) => ({
    routes: createRoutes(services, config),
    formatError,
    example: (values) => formatExample(values, config),
  }),
})
