import { API_VERSION, createRequestIdSource, defineAdapter, type OwnListener } from '@heliograph/contracts'
import { createAddressList, StrangerPlaces } from '@heliograph/messaging'
import { type SmppConfig, smppConfigSchema } from './config.ts'
import type { ClientConnection } from './connection.ts'
import { createServerMetrics } from './metrics.ts'
import { createRateLimit } from './rate-limit.ts'
import { countBound, SmppServer } from './server.ts'
import { smppDependencies } from './services.ts'
import { SessionSlots } from './session-slots.ts'
import { createUserSettings } from './user-settings.ts'

/** The listeners of an instance; with TLS there are two. */
function ownListeners({ host, port }: SmppConfig, tls: SmppConfig['tls']): readonly OwnListener[] {
  const plain = { path: '', host, port }
  return tls === undefined ? [plain] : [plain, { path: 'tls', host, port: tls.port, certificate: tls.cert }]
}

/** The SMPP v3.4 server for clients. */
export default defineAdapter({
  apiVersion: API_VERSION,
  id: 'smpp',
  version: '0.1.0',
  configSchema: smppConfigSchema,
  capabilities: { submit: true, http: false, receipts: 'push', incoming: true },
  liveKeys: ['tls.cert', 'tls.key', 'allowFrom', 'bindsPerUser', 'submitsPerSecond', 'users'],
  deps: smppDependencies,
  create({ brand, clock, logger, metrics, services }, config) {
    const connections = new Set<ClientConnection>()
    let { tls } = config
    let users = createUserSettings(config)
    const strangers = new StrangerPlaces({
      perGroup: config.unboundPerAddress,
      total: config.maxUnbound,
      isShared: createAddressList(config.balancers),
    })
    const server = new SmppServer(
      {
        config,
        systemId: config.systemId ?? systemIdOf(brand.name),
        services,
        clock,
        logger,
        metrics: createServerMetrics(metrics, {
          connections: () => connections.size,
          unbound: () => strangers.size,
          displaced: () => strangers.ended,
          sessions: (kind) => countBound(connections, kind),
        }),
        users: { mayBindFrom: (address) => users.mayBindFrom(address), of: (email) => users.of(email) },
        rateLimit: createRateLimit(clock),
        strangers,
        slots: new SessionSlots(config.maxConnections),
        decoding: { ia5: config.dataCoding1 },
        makeSessionId: createRequestIdSource(),
      },
      connections,
    )
    return {
      start: (signal) => server.start(signal),
      stop: (signal) => server.stop(signal),
      health: () => server.health(),
      address: () => server.address,
      reconfigure(changed) {
        const next = changed as SmppConfig
        const settings = createUserSettings(next)
        if (next.tls !== undefined) server.useTls(next.tls)
        tls = next.tls
        users = settings
      },
      get listeners() {
        return ownListeners(config, tls)
      },
    }
  },
})

/** The field has room for 15 characters of ASCII. */
function systemIdOf(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '').slice(0, 15) || 'SMSC'
}
