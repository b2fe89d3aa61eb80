import type { HttpHandler, RouteSpec } from '@heliograph/contracts'
import {
  admitKey,
  limitStrangers,
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
  const strangers = limitStrangers(services.directory, (head, body) =>
    Parameters.of({ ...head, body }, { named: PARAMETERS.key })
      .joined(PARAMETERS.key)
      ?.trim(),
  )
  const send: HttpHandler = async (request) => {
    const { key, ...text } = readKeyedText(Parameters.of(request), PARAMETERS)
    const principal = await admitKey(services, key, request, requestsPerMinute)
    const { requestId } = request
    return recipientResponse(await submitText(services.submissions, principal, { origin: ORIGIN, requestId, ...text }))
  }
  return textRoutes('/api/http/accounting/desktop/main.ashx', ['GET', 'POST'], send, strangers)
}
