import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { kannelSendsmsConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { formatReceipt } from './receipt.ts'
import { createRoutes } from './routes.ts'
import { kannelSendsmsDependencies } from './services.ts'

/** Kannel's interface for sending. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'kannel-sendsms',
  version: '0.1.0',
  configSchema: kannelSendsmsConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: kannelSendsmsDependencies,
  create: (context, config) => ({
    routes: createRoutes(context, config),
    formatError,
    formatReceipt,
    example: formatExample,
  }),
})
