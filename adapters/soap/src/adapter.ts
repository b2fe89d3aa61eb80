import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { soapConfigSchema } from './config.ts'
import { formatExample } from './example.ts'
import { formatError } from './faults.ts'
import { createRoutes, PATH } from './routes.ts'
import { soapDependencies } from './services.ts'
import { VERSION } from './version.ts'

/** The SOAP 1.1 web service. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'soap',
  version: VERSION,
  configSchema: soapConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: soapDependencies,
  create: (context, config) => ({
    routes: createRoutes(context, config),
    formatError,
    example: (values) => formatExample(values, config.namespace),
    documentation: PATH,
  }),
})
