import { API_VERSION, definePlugin, Network } from '@heliograph/contracts'
import { createLinks, healthOf } from './carrier.ts'
import { checkConfig } from './check-config.ts'
import { checkLinks } from './check-links.ts'
import { type CarrierConfig, CarrierConfigSchema } from './config.ts'

export default definePlugin({
  apiVersion: API_VERSION,
  id: 'carrier-smpp',
  version: '0.1.0',
  configSchema: CarrierConfigSchema,
  capabilities: { carrier: true },
  liveKeys: ['links.*.rate'],
  deps: { network: Network },
  create({ instanceId, services, clock, logger, metrics }, config) {
    checkConfig(config)
    const { network } = services
    const links = createLinks({ carrier: instanceId, config, network, clock, logger, metrics, random: Math.random })
    return {
      carrier: { links },
      async stop(signal) {
        await Promise.all(links.map((link) => link.close(signal)))
      },
      health: () => healthOf(links),
      reconfigure(changed) {
        const { links: wanted } = changed as CarrierConfig
        for (const link of links) link.useRate(wanted[link.name]?.rate ?? 0)
      },
      check: () => checkLinks(config),
    }
  },
})
