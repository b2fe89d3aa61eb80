import { API_VERSION, definePlugin, Network, VirtualPhones } from '@heliograph/contracts'
import { SimulatorConfigSchema } from './config.ts'
import { Handsets } from './handsets.ts'
import { createAdminRoutes } from './routes.ts'
import { createSimulatedNetwork } from './simulated-network.ts'

export default definePlugin({
  apiVersion: API_VERSION,
  id: 'carrier-simulator',
  version: '0.1.0',
  configSchema: SimulatorConfigSchema,
  capabilities: { carrier: true },
  deps: { network: Network },
  create({ instanceId, services, clock, logger }, config) {
    const { network } = services
    const now = () => clock.now()
    const handsets = config.phones ? new Handsets({ carrier: instanceId, network, now }) : undefined
    const simulated = createSimulatedNetwork({ carrier: instanceId, config, network, clock, logger, handsets })
    return {
      provides: handsets === undefined ? [] : [{ token: VirtualPhones, service: handsets }],
      carrier: simulated.carrier,
      adminRoutes: createAdminRoutes({ carrier: instanceId, network, simulated, now }),
      start: async () => simulated.open(),
      stop: (signal) => simulated.close(signal),
      health: () => simulated.health(),
    }
  },
})
