import type { RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  authenticateByKey,
  jsonResults,
  readKeyedText,
  recipientResponse,
  submitText,
  type TextServices,
  textRoutes,
} from '@heliograph/wire'
import type { ErpBConfig } from './config.ts'
import { isJson, keyOf, readParameters } from './parameters.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'erp-b'

export function createRoutes(services: TextServices, config: ErpBConfig): readonly RouteSpec[] {
  const authentication = authenticateByKey(
    services.directory,
    (request) => {
      const { key, ...given } = readKeyedText(readParameters(request), config)
      return { key, given }
    },
    (head, body) => keyOf({ ...head, body }, config.key),
  )
  return textRoutes('/api/http/erp-b/main.ashx', ['GET', 'POST'], {
    ...authentication,
    async handler(request, { principal, given }) {
      admitRequest(services.rateLimits, principal, config.requestsPerMinute)
      const { requestId } = request
      const results = await submitText(services.submissions, principal, { origin: ORIGIN, requestId, ...given })
      return isJson(request) ? jsonResults(results) : recipientResponse(results)
    },
  })
}
