import { GatewayError, type HttpRequest, type Principal, type RouteSpec } from '@heliograph/contracts'
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
import type { ErpAConfig } from './config.ts'

/** The name of this interface in logs and reports. */
const ORIGIN = 'erp-a'

export function createRoutes(services: TextServices, config: ErpAConfig): readonly RouteSpec[] {
  const read = ({ query }: HttpRequest) => {
    const parameters = Parameters.ofQuery(query)
    const account = readAccount(parameters, config.account)
    const { key, ...text } = readKeyedText(parameters, config)
    return { key, given: { account, text } }
  }
  return textRoutes('/api/http/ErpAConnect.ashx', ['GET'], {
    ...authenticateByKey(services.directory, read),
    async handler({ requestId }, { principal, given: { account, text } }) {
      admitRequest(services.rateLimits, principal, config.requestsPerMinute)
      const sender = principal !== undefined && owns(principal, account) ? principal : undefined
      return recipientResponse(await submitText(services.submissions, sender, { origin: ORIGIN, requestId, ...text }))
    },
  })
}

function readAccount(parameters: Parameters, names: readonly string[]): string {
  const account = parameters.joined(names)?.trim()
  if (account === undefined)
    throw new GatewayError(
      'invalid',
      'missing-account',
      `${names.map((name) => `[${name}]`).join(' or ')} NOT PROVIDED`,
    )
  return account
}

/** An account is a client by its ID or a user by their e-mail. */
function owns({ clientId, email }: Principal, account: string): boolean {
  return account === String(clientId) || account.toLowerCase() === email
}
