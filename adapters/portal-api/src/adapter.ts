import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { portalConfigSchema } from './config.ts'
import { createDocumentationRoutes, DOCUMENTATION_PATH } from './documentation.ts'
import { formatError } from './errors.ts'
import { ViewerCounts } from './live/viewer-counts.ts'
import { createWatches } from './live/watches.ts'
import { createRoutes } from './routes.ts'
import { portalDependencies, visibleServices } from './services.ts'
import { createSessions } from './sessions.ts'
import { VERSION } from './version.ts'

/** The API behind the portal. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'portal-api',
  version: VERSION,
  configSchema: portalConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: true },
  deps: portalDependencies,
  create(context, { documentation }) {
    const { clock, instanceId } = context
    const services = visibleServices(context.services)
    const publicUrl = () => context.publicUrl
    const sessions = createSessions(services.state.of(instanceId), clock)
    const viewers = new ViewerCounts()
    const watches = createWatches(services, clock)
    const documented = documentation ? createDocumentationRoutes(publicUrl) : []
    return {
      routes: [...createRoutes({ clock, instanceId, publicUrl, services, sessions, viewers, watches }), ...documented],
      formatError,
      documentation: documentation ? DOCUMENTATION_PATH : undefined,
    }
  },
})
