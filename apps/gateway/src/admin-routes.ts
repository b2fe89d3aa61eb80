import { GatewayError, type RouteSpec } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'

/** The gateway's own routes for operators on the admin port, besides health and metrics. */
export function createAdminRoutes(engine: Pick<Engine, 'linkStates'>): readonly RouteSpec[] {
  return [
    {
      method: 'GET',
      path: '/links',
      handler: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: `${JSON.stringify({ links: await linkStates(engine) })}\n`,
      }),
    },
  ]
}

/** The figures for waiting messages come from the database. */
async function linkStates(engine: Pick<Engine, 'linkStates'>): Promise<Awaited<ReturnType<Engine['linkStates']>>> {
  try {
    return await engine.linkStates()
  } catch (cause) {
    const message = 'The database cannot be queried for what waits for the links; see /readyz.'
    throw new GatewayError('unavailable', 'unavailable', message, { cause })
  }
}
