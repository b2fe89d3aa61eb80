import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { createBatchCallbacks } from './batch-callbacks.ts'
import { jasminConfigSchema } from './config.ts'
import { errorFormatter } from './errors.ts'
import { formatExample } from './example.ts'
import { formatIncoming } from './incoming.ts'
import { formatReceipt } from './receipt.ts'
import { createRoutes } from './routes.ts'
import { jasminDependencies } from './services.ts'

/** Jasmin's HTTP interface and its REST interface. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'jasmin',
  version: '0.1.0',
  configSchema: jasminConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: true },
  deps: jasminDependencies,
  create(context, config) {
    const { clock, instanceId, logger, services } = context
    const callbacks = createBatchCallbacks(context)
    const incoming = { method: config.incomingMethod, origin: instanceId } as const
    return {
      routes: createRoutes({ clock, instanceId, logger, services, callbacks }, config),
      formatError: errorFormatter(config),
      formatReceipt,
      formatIncoming: (notice) => formatIncoming(notice, incoming),
      example: formatExample,
      stop: () => callbacks.stop(),
    }
  },
})
