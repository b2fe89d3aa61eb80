import { API_VERSION, definePlugin } from '@heliograph/contracts'
import { configSchema } from './config.ts'
import { createLink } from './link.ts'

/**
 * Data and one factory; importing this does nothing. The name of the package ends in `id`; `version` is the one in
 * package.json.
 */
export default definePlugin({
  apiVersion: API_VERSION,
  id: 'carrier-sample',
  version: '0.1.0',
  configSchema,
  capabilities: { carrier: true },
  // A network that sends receipts or incoming SMS needs the service `Network` here.
  deps: {},
  create(context, config) {
    const { link, start, stop } = createLink(config, context)
    return { carrier: { links: [link] }, start, stop }
  },
})
