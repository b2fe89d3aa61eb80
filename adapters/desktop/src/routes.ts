import type { RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  authenticateByKey,
  Parameters,
  readKeyedText,
  recipientResponse,
  submitText,
  type TextServices,
  textRoutes,
} from '@heliograph/wire'
import type { DesktopConfig } from './config.ts'
import { PARAMETERS } from './parameters.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'desktop'

export function createRoutes(services: TextServices, { requestsPerMinute }: DesktopConfig): readonly RouteSpec[] {
  const authentication = authenticateByKey(
    services.directory,
    (request) => {
      const given = readKeyedText(Parameters.of(request), PARAMETERS)
      return { key: given.key, given }
    },
    (head, body) =>
      Parameters.of({ ...head, body }, { named: PARAMETERS.key })
        .joined(PARAMETERS.key)
        ?.trim(),
  )
  return textRoutes('/api/http/accounting/desktop/main.ashx', ['GET', 'POST'], {
    ...authentication,
    async handler({ requestId }, { principal, given: { recipients, text, reference } }) {
      admitRequest(services.rateLimits, principal, requestsPerMinute)
      const submission = { origin: ORIGIN, requestId, recipients, text, reference }
      return recipientResponse(await submitText(services.submissions, principal, submission))
    },
  })
}
