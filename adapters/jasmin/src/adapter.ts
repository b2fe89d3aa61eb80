import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { jasminConfigSchema } from './config.ts'
import { errorFormatter } from './errors.ts'
import { formatExample } from './example.ts'
import { formatReceipt } from './receipt.ts'
import { createRoutes } from './routes.ts'
import { jasminDependencies } from './services.ts'

/** Jasmin's HTTP interface and its REST interface. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'jasmin',
  version: '0.1.0',
  configSchema: jasminConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: jasminDependencies,
  create: (context, config) => ({
    routes: createRoutes(context, config),
    formatError: errorFormatter(config),
    formatReceipt,
    example: formatExample,
  }),
})
