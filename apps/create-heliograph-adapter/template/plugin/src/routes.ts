import { timingSafeEqual } from 'node:crypto'
import { GatewayError, type HttpRequest, type RouteSpec } from '@heliograph/contracts'
import type { Config } from './config.ts'
import type { DeliveredCount } from './delivered-count.ts'

/** Anyone can reach these routes, so each handler makes sure who asks. */
export function createRoutes({ path, token }: Config, count: Pick<DeliveredCount, 'read'>): readonly RouteSpec[] {
  return [
    {
      method: 'GET',
      path: `${path}/count`,
      bodyLimit: 0,
      async handler(request) {
        checkToken(request, token)
        const body = JSON.stringify({ delivered: await count.read() })
        return { status: 200, headers: { 'content-type': 'application/json' }, body }
      },
    },
  ]
}

function checkToken({ headers }: HttpRequest, token: string): void {
  const [given, expected] = [Buffer.from(headers['x-token'] ?? ''), Buffer.from(token)]
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new GatewayError('unauthenticated', 'bad-token', 'The token is missing or wrong')
}
