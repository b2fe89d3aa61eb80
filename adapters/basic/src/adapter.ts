import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { basicConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'
import { basicDependencies } from './services.ts'

/** The basic HTTP interface. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'basic',
  version: '0.1.0',
  configSchema: basicConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: true },
  deps: basicDependencies,
  create: ({ services }, config) => ({ routes: createRoutes(services, config), formatError, example: formatExample }),
})
