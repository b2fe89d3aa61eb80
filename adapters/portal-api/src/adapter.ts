import { API_VERSION, defineAdapter } from '@heliograph/contracts'
import { tellAlerts } from './alerts/tell-alerts.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { portalConfigSchema } from './config.ts'
import { createDocumentationRoutes, DOCUMENTATION_PATH } from './documentation.ts'
import { formatError } from './errors.ts'
import { mailReports } from './figure-mails/report-mailer.ts'
import { ViewerCounts } from './live/viewer-counts.ts'
import { createWatches } from './live/watches.ts'
import { createCeremonies } from './passkeys/ceremonies.ts'
import { createPasswordLinks } from './password-links/password-links.ts'
import { createDepartures } from './provider/departures.ts'
import { createProvider } from './provider/provider.ts'
import { createRounds } from './rounds.ts'
import { createRoutes } from './routes.ts'
import { portalDependencies, visibleServices } from './services.ts'
import { createSessions } from './sessions.ts'
import { VERSION } from './version.ts'

/** How often to look for alerts that are to be announced. */
const ALERTS_MS = 5_000

/** How often to look for reports that are to be mailed. */
const REPORTS_MS = 60_000

/** The API behind the portal. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'portal-api',
  version: VERSION,
  configSchema: portalConfigSchema,
  capabilities: { submit: true, http: true, receipts: 'poll', incoming: true },
  deps: portalDependencies,
  create(context, { documentation, provider: config }) {
    const { brand, clock, http, instanceId, logger, metrics } = context
    const services = visibleServices(context.services)
    const publicUrl = () => context.publicUrl
    const state = services.state.of(instanceId)
    const sessions = createSessions(state, clock)
    const redirectUri = () => `${publicUrl()}/portal/log-in`
    const providerLogins = config && {
      provider: createProvider({ config, http, clock, redirectUri }),
      departures: createDepartures(state, clock),
    }
    const ceremonies = createCeremonies({ state, clock, logger, publicUrl, product: brand.name })
    const passwordLinks = createPasswordLinks(state, clock)
    const backgroundTasks = new BackgroundTasks(logger)
    const viewers = new ViewerCounts()
    metrics.gauge('portal_streams', 'Open streams of changes, one for each browser').collect(() => viewers.open)
    const watches = createWatches(services, clock)
    const { alertNotices: notices, mail } = services
    const telling = createRounds({
      clock,
      logger,
      everyMs: ALERTS_MS,
      failure: 'alerts could not be sent',
      work: (signal) => tellAlerts({ notices, mail, http, clock, publicUrl, product: brand.name }, signal),
    })
    const mailing = createRounds({
      clock,
      logger,
      everyMs: REPORTS_MS,
      failure: 'reports could not be mailed',
      work: (signal) => mailReports({ services, clock, logger, publicUrl, product: brand.name }, signal),
    })
    const documented = documentation ? createDocumentationRoutes(brand.name, publicUrl) : []
    return {
      routes: [
        ...createRoutes({
          clock,
          logger,
          instanceId,
          providerLogins,
          publicUrl,
          backgroundTasks,
          passwordLinks,
          ceremonies,
          services,
          sessions,
          viewers,
          watches,
          brand,
        }),
        ...documented,
      ],
      formatError,
      async start() {
        telling.start()
        mailing.start()
      },
      async stop() {
        await Promise.all([telling.stop(), mailing.stop()])
        await backgroundTasks.settled()
      },
      documentation: documentation ? DOCUMENTATION_PATH : undefined,
    }
  },
})
