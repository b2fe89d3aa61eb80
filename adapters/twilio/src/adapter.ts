import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { twilioConfigSchema } from './config.ts'
import { createDateWriter } from './dates.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { formatIncoming, readReply } from './incoming.ts'
import { formatReceipt } from './receipt.ts'
import { createRoutes } from './routes.ts'
import { twilioDependencies } from './services.ts'
import { createSids } from './sids.ts'

/** Messages of Twilio's REST API. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'twilio',
  version: '0.1.0',
  configSchema: twilioConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: true },
  deps: twilioDependencies,
  create({ clock, instanceId, services }, config) {
    const sids = createSids(config.sidSecret ?? '')
    return {
      routes: createRoutes({ clock, instanceId, services, config, sids, formatDate: createDateWriter() }),
      formatError,
      formatReceipt: (notice, context) => formatReceipt(notice, context, sids),
      formatIncoming: (notice) => formatIncoming(notice, sids),
      readIncomingReply: readReply,
      example: (values) => formatExample(values, sids),
    }
  },
})
