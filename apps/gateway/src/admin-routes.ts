import { GatewayError, type RouteSpec } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'

/** The gateway's own routes for operators on the admin port, besides health and metrics. */
export function createAdminRoutes(engine: Pick<Engine, 'linkStates' | 'holds'>): readonly RouteSpec[] {
  return [
    {
      method: 'GET',
      path: '/links',
      handler: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: `${JSON.stringify(await linksAndHolds(engine))}\n`,
      }),
    },
  ]
}

/** The figures for waiting messages, and what is on hold, come from the database. */
async function linksAndHolds(engine: Pick<Engine, 'linkStates' | 'holds'>) {
  try {
    return { links: await engine.linkStates(), holds: await engine.holds.list() }
  } catch (cause) {
    const message = 'The database cannot be queried for what waits for the links; see /readyz.'
    throw new GatewayError('unavailable', 'unavailable', message, { cause })
  }
}
