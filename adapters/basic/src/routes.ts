import type { RouteSpec } from '@heliograph/contracts'
import { admitRequest, Parameters, textRoutes } from '@heliograph/wire'
import { authenticate } from './authentication.ts'
import type { BasicConfig } from './config.ts'
import { exceptionOf, refusal } from './errors.ts'
import { operationOf } from './operations.ts'
import type { BasicServices } from './services.ts'

export function createRoutes(services: BasicServices, { requestsPerMinute }: BasicConfig): readonly RouteSpec[] {
  return textRoutes('/api/http/main.ashx', ['GET', 'POST'], async (request) => {
    const parameters = Parameters.of(request)
    const operation = operationOf(parameters)
    try {
      const principal = await authenticate(services, request, parameters)
      admitRequest(services.rateLimits, principal, requestsPerMinute)
      if (operation === undefined) throw refusal('ERR-90002')
      return await operation.handle(services, { principal, parameters, request })
    } catch (error) {
      throw exceptionOf(error, operation?.exception ?? 'EXP-SENDSMS-01')
    }
  })
}
