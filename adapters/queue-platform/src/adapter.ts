import {
  API_VERSION,
  Directory,
  defineAdapter,
  RateLimits,
  Reports,
  StateStore,
  Submissions,
} from '@heliograph/contracts'
import { configSchema } from './config.ts'
import { createDateFormat } from './dates.ts'
import { formatError } from './errors.ts'
import { formatExample } from './example.ts'
import { createRoutes } from './routes.ts'
import { createVisits } from './visits.ts'

/** The receiver for events of a queue-management platform. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'queue-platform',
  version: '0.1.0',
  configSchema,
  capabilities: { submit: true, http: true, receipts: 'none', incoming: false },
  deps: { directory: Directory, rateLimits: RateLimits, submissions: Submissions, reports: Reports, state: StateStore },
  create(context, config) {
    const { directory, rateLimits, submissions, reports, state } = context.services
    const visits = createVisits(state, context.instanceId, context.clock)
    const formatDate = createDateFormat(config.timeZone)
    const publicUrl = () => context.publicUrl
    const { logger } = context
    return {
      routes: createRoutes({
        config,
        logger,
        directory,
        rateLimits,
        submissions,
        reports,
        visits,
        formatDate,
        publicUrl,
      }),
      formatError,
      example: formatExample,
    }
  },
})
