import type { RouteSpec } from '@heliograph/contracts'
import { admitRequest, parametersInSteps, textRoutes } from '@heliograph/wire'
import { authenticate, LOGIN } from './authentication.ts'
import type { BasicConfig } from './config.ts'
import { exceptionOf, refusal } from './errors.ts'
import { ACTION, operationOf } from './operations.ts'
import type { BasicServices } from './services.ts'

/** What is read before the sender is known. */
const FIRST = [...LOGIN, ACTION]

/** The sender is known before the rest of the request is read. */
export function createRoutes(services: BasicServices, { requestsPerMinute }: BasicConfig): readonly RouteSpec[] {
  return textRoutes('/api/http/main.ashx', ['GET', 'POST'], {
    async authenticate(request) {
      const reading = parametersInSteps(request, FIRST)
      const exception = operationOf(reading.first)?.exception ?? 'EXP-SENDSMS-01'
      try {
        const { principal, secret } = await authenticate(services, request, reading.first)
        return { principal, secret, exception, reading }
      } catch (error) {
        throw exceptionOf(error, exception)
      }
    },
    async handler(request, { principal, exception, reading }) {
      try {
        admitRequest(services.rateLimits, principal, requestsPerMinute)
        const parameters = reading.all()
        const operation = operationOf(parameters)
        if (operation === undefined) throw refusal('ERR-90002')
        return await operation.handle(services, { principal, parameters, request })
      } catch (error) {
        throw exceptionOf(error, exception)
      }
    },
  })
}
