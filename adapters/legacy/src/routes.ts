import type { HttpRequest, Logger, RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  authenticateByKey,
  Parameters,
  recipientResponse,
  submitText,
  type TextServices,
  textRoutes,
} from '@heliograph/wire'
import { PASSWORD, passwordOf, readBatch } from './batch.ts'
import type { LegacyConfig } from './config.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'legacy'

/** Characters of `User` that are logged. */
const LOGGED_CHARACTERS = 100

interface Context {
  readonly logger: Logger
  readonly services: TextServices
}

export function createRoutes({ logger, services }: Context, { requestsPerMinute }: LegacyConfig): readonly RouteSpec[] {
  const authentication = authenticateByKey(services.directory, read, (head, body) =>
    passwordOf(Parameters.of({ ...head, body }, { named: [PASSWORD] })),
  )
  return textRoutes('/api/legacybatch/batchmessage.aspx', ['POST'], {
    ...authentication,
    async handler({ requestId }, { principal, given: { user, password, message, numbers } }) {
      admitRequest(services.rateLimits, principal, requestsPerMinute)
      // Only for known clients, since others could fill the log, and never when `User` contains the key.
      if (principal !== undefined && !user.includes(password)) {
        const { clientId } = principal
        const shown = user.slice(0, LOGGED_CHARACTERS)
        logger.debug({ requestId, clientId, user: shown, recipients: numbers.length }, 'batch')
      }
      const text = { origin: ORIGIN, requestId, recipients: numbers, text: message }
      return recipientResponse(await submitText(services.submissions, principal, text))
    },
  })
}

function read(request: HttpRequest) {
  const given = readBatch(Parameters.of(request))
  return { key: given.password, given }
}
