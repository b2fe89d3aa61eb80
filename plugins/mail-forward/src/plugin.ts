import { API_VERSION, Channels, definePlugin, type EventListener, Mail, MessageEvents } from '@heliograph/contracts'
import { mailEvents } from '@heliograph/wire'
import { checkMailForwardConfig, mailForwardConfigSchema } from './config.ts'
import { createForwarding } from './forwarding.ts'
import { createRelay } from './relay.ts'

/**
 * Sends mail for every module that uses `Mail`, and forwards incoming SMS to the forward addresses of their channels.
 */
export default definePlugin({
  apiVersion: API_VERSION,
  id: 'mail-forward',
  version: '0.1.0',
  configSchema: mailForwardConfigSchema,
  capabilities: { carrier: false },
  deps: { channels: Channels, events: MessageEvents },
  create({ instanceId, brand, clock, logger, services }, config) {
    checkMailForwardConfig(config)
    const { fromName = brand.name } = config
    const relay = createRelay({ ...config, fromName }, clock)
    let listener: EventListener | undefined
    return {
      provides: [{ token: Mail, service: relay }],
      async start(signal) {
        signal.throwIfAborted()
        relay.open()
        if (!config.forward) return
        const mailOf = createForwarding(services.channels)
        listener = await services.events.subscribe({
          name: instanceId,
          kinds: ['sms-received'],
          handler: mailEvents({ mail: relay, clock, logger, atOnce: config.connections, mailOf }),
        })
      },
      async stop(signal) {
        await listener?.stop()
        listener = undefined
        await relay.close(signal)
      },
      health: () => relay.health(),
      check: (signal) => relay.check(signal),
    }
  },
})
