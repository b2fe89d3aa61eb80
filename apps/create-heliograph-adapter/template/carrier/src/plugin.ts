import { API_VERSION, definePlugin, Network } from '@heliograph/contracts'
import { configSchema } from './config.ts'
import { formatError } from './errors.ts'
import { createLink } from './link.ts'
import { createRoutes } from './receipts.ts'

/**
 * Data and one factory; importing this does nothing. The name of the package ends in `id`; `version` is the one in
 * package.json.
 */
export default definePlugin({
  apiVersion: API_VERSION,
  id: 'carrier-sample',
  version: '0.1.0',
  configSchema,
  capabilities: { carrier: true, http: true },
  deps: { network: Network },
  create(context, config) {
    const { clock, instanceId: carrier, services } = context
    const { link, start, stop } = createLink(config, context)
    const routes = createRoutes(config, { carrier, network: services.network, clock })
    return { carrier: { links: [link] }, routes, formatError, start, stop }
  },
})
