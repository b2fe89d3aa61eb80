import {
  AddressLimits,
  API_VERSION,
  AuditLog,
  Clients,
  defineAdapter,
  ShortLinks,
  SubscriptionLinks,
  Subscriptions,
} from '@heliograph/contracts'
import { createAlarm } from './alarm.ts'
import { ChangeCaps } from './change-caps.ts'
import { configSchema } from './config.ts'
import { createErrorFormat } from './errors.ts'
import { formatExample } from './example.ts'
import { createPages } from './page.ts'
import { createRoutes } from './routes.ts'

/** The public pages on which contacts opt out and back in. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'subscription-web',
  version: '0.1.0',
  configSchema,
  capabilities: { submit: false, http: true, receipts: 'none', incoming: false },
  deps: {
    addressLimits: AddressLimits,
    auditLog: AuditLog,
    clients: Clients,
    shortLinks: ShortLinks,
    subscriptionLinks: SubscriptionLinks,
    subscriptions: Subscriptions,
  },
  create({ clock, instanceId, logger, metrics, services }, config) {
    const respond = createPages()
    const { auditLog } = services
    const raise = createAlarm({ instanceId, logger, metrics, auditLog })
    const caps = new ChangeCaps({ ...config, clock, raise })
    return {
      routes: createRoutes({ services, config, caps, respond }),
      formatError: createErrorFormat(respond),
      example: formatExample,
    }
  },
})
