import type { RouteSpec } from '@heliograph/contracts'
import {
  admitKey,
  jsonResults,
  readKeyedText,
  recipientResponse,
  submitText,
  type TextServices,
  textRoutes,
} from '@heliograph/wire'
import type { ErpBConfig } from './config.ts'
import { isJson, readParameters } from './parameters.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'erp-b'

export function createRoutes(services: TextServices, config: ErpBConfig): readonly RouteSpec[] {
  return textRoutes('/api/http/erp-b/main.ashx', ['GET', 'POST'], async (request) => {
    const { key, ...text } = readKeyedText(readParameters(request), config)
    const principal = await admitKey(services, key, config.requestsPerMinute)
    const results = await submitText(services.submissions, principal, { origin: ORIGIN, ...text })
    return isJson(request) ? jsonResults(results) : recipientResponse(results)
  })
}
