import { accountRoutes } from './pages/account/routes.ts'
import { alertsRoutes } from './pages/alerts/routes.ts'
import { campaignsRoutes } from './pages/campaigns/routes.ts'
import { channelsRoutes } from './pages/channels/routes.ts'
import { contactsRoutes } from './pages/contacts/routes.ts'
import { developersRoutes } from './pages/developers/routes.ts'
import { inboxRoutes } from './pages/inbox/routes.ts'
import { messagesRoutes } from './pages/messages/routes.ts'
import { operatorRoutes } from './pages/operator/routes.ts'
import { overviewRoutes } from './pages/overview/routes.ts'
import { phonesRoutes } from './pages/phones/routes.ts'
import { pluginsRoutes } from './pages/plugins/routes.ts'
import { reportsRoutes } from './pages/reports/routes.ts'
import { scheduledRoutes } from './pages/scheduled/routes.ts'
import { sendRoutes } from './pages/send/routes.ts'
import { uploadsRoutes } from './pages/uploads/routes.ts'
import { webhooksRoutes } from './pages/webhooks/routes.ts'
import { rootRoute, shellRoute } from './root-route.tsx'

/** Every page; the pages of an area are in its folder. */
export const routes = rootRoute.addChildren([
  shellRoute.addChildren([
    ...accountRoutes,
    ...alertsRoutes,
    ...campaignsRoutes,
    ...channelsRoutes,
    ...contactsRoutes,
    ...developersRoutes,
    ...inboxRoutes,
    ...messagesRoutes,
    ...operatorRoutes,
    ...overviewRoutes,
    ...phonesRoutes,
    ...pluginsRoutes,
    ...reportsRoutes,
    ...scheduledRoutes,
    ...sendRoutes,
    ...uploadsRoutes,
    ...webhooksRoutes,
  ]),
])
