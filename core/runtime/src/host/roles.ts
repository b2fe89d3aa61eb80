import type { NodeRole } from '../config/sections/node.ts'
import type { GatewayModule } from './module.ts'

/**
 * The role a node must have for an instance to be started there: `http` for interfaces with routes, `smpp` for interfaces with sockets of their own,
 * `dispatch` for carriers. Other plugins serve any part that needs them and start everywhere (undefined).
 */
export function roleOf(module: GatewayModule): NodeRole | undefined {
  if (module.kind === 'adapter') return module.capabilities.http ? 'http' : 'smpp'
  return module.capabilities.carrier ? 'dispatch' : undefined
}
