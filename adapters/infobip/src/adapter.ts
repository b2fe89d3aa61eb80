import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { infobipConfigSchema } from './config.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createNotServedLog } from './not-served.ts'
import { formatReceipt, formatReceipts } from './receipt.ts'
import { createRoutes } from './routes.ts'
import { infobipDependencies } from './services.ts'
import { createSessionRoutes } from './session-routes.ts'

/** The SMS interface of Infobip. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'infobip',
  version: '0.1.0',
  configSchema: infobipConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: true },
  deps: infobipDependencies,
  create({ clock, instanceId, logger, services }, config) {
    const context = { clock, instanceId, services, notServed: createNotServedLog(logger) }
    return {
      routes: [...createRoutes(context, config), ...createSessionRoutes(context, config)],
      formatError,
      formatReceipt,
      formatReceipts,
      example: formatExample,
    }
  },
})
