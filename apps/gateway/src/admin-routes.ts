import { ConfigurationError } from '@heliograph/config'
import { GatewayError, type HttpResponse, isGatewayError, type RouteSpec } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import type { ReloadOutcome } from '@heliograph/runtime'
import { CommandError } from './command-error.ts'
import { withoutSecrets } from './known-secrets.ts'
import { describeError } from './report-error.ts'

/** The gateway's own routes for operators on the admin port, besides health and metrics. */
export function createAdminRoutes(
  engine: Pick<Engine, 'linkStates' | 'holds'>,
  reload: () => Promise<ReloadOutcome>,
): readonly RouteSpec[] {
  return [
    { method: 'GET', path: '/links', handler: async () => json(200, await linksAndHolds(engine)) },
    { method: 'POST', path: '/reload', handler: () => answerReload(reload) },
  ]
}

function json(status: number, body: object): HttpResponse {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers, body: `${JSON.stringify(body)}\n` }
}

/** What is wrong with the configuration is said as by `check`. */
async function answerReload(reload: () => Promise<ReloadOutcome>): Promise<HttpResponse> {
  try {
    return json(200, withoutSecrets(await reload()))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return json(422, { error: withoutSecrets(describeError(error)) })
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ConfigurationError || error instanceof CommandError) return true
  return isGatewayError(error) && error.category === 'invalid'
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
