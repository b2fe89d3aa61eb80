import type { Carrier, RouteSpec } from '@heliograph/contracts'
import { reportLinks } from './links/link-report.ts'

/** What the gateway itself tells operators on its admin port, beside health and metrics. */
export function createAdminRoutes(carriers: () => ReadonlyMap<string, Carrier>): readonly RouteSpec[] {
  return [
    {
      method: 'GET',
      path: '/links',
      handler: () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: `${JSON.stringify({ links: reportLinks(carriers()) })}\n`,
      }),
    },
  ]
}
