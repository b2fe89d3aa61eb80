import type { HttpHandler, RouteSpec } from '@heliograph/contracts'
import {
  admitKey,
  jsonResults,
  limitStrangers,
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
  const strangers = limitStrangers(services.directory, (head, body) => keyOf({ ...head, body }, config.key))
  const send: HttpHandler = async (request) => {
    const { key, ...text } = readKeyedText(readParameters(request), config)
    const principal = await admitKey(services, key, request, config.requestsPerMinute)
    const { requestId } = request
    const results = await submitText(services.submissions, principal, { origin: ORIGIN, requestId, ...text })
    return isJson(request) ? jsonResults(results) : recipientResponse(results)
  }
  return textRoutes('/api/http/erp-b/main.ashx', ['GET', 'POST'], send, strangers)
}
