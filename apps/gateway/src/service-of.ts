import type { ServiceToken } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'

/** A service of the engine. */
export function serviceOf<T>(engine: Engine, token: ServiceToken<T>): T {
  const found = engine.services.find((each) => each.token.id === token.id)
  if (found === undefined) throw new Error(`The engine has no ${String(token)}`)
  return found.service as T
}
