import type { HttpHandler, Logger, RouteSpec } from '@heliograph/contracts'
import {
  admitKey,
  limitStrangers,
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
  const strangers = limitStrangers(services.directory, (head, body) =>
    passwordOf(Parameters.of({ ...head, body }, { named: [PASSWORD] })),
  )
  const send: HttpHandler = async (request) => {
    const { requestId } = request
    const { user, password, message, numbers } = readBatch(Parameters.of(request))
    const principal = await admitKey(services, password, request, requestsPerMinute)
    // Only for known clients, since others could fill the log, and never when `User` contains the key.
    if (principal !== undefined && !user.includes(password)) {
      const { clientId } = principal
      const shown = user.slice(0, LOGGED_CHARACTERS)
      logger.debug({ requestId, clientId, user: shown, recipients: numbers.length }, 'batch')
    }
    const text = { origin: ORIGIN, requestId, recipients: numbers, text: message }
    return recipientResponse(await submitText(services.submissions, principal, text))
  }
  return textRoutes('/api/legacybatch/batchmessage.aspx', ['POST'], send, strangers)
}
