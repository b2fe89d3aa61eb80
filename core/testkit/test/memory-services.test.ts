import { createMemoryEngine } from '../src/memory/memory-engine.ts'
import { serviceSuite } from '../src/services/service-suite.ts'

serviceSuite(async () => {
  const engine = createMemoryEngine()
  const numbers = { last: 27_820_000_000 }

  return {
    service: engine.service,
    now: engine.clock.now,
    async addClient({ hasChannel = true, ...options } = {}) {
      const clientId = engine.addClient(options)
      const address = hasChannel ? engine.addChannel(clientId, { number: String(++numbers.last) }).address : ''
      const password = `password of ${clientId}`
      const apiKey = engine.addKey(engine.addUser(clientId, { password }), undefined, 'portal')
      return { principal: engine.principal(apiKey), apiKey, password, address }
    },
    addUser: async (clientId, user) =>
      engine.principal(engine.addKey(engine.addUser(clientId, user), undefined, 'portal')),
    addKey: async (userId, scope) => engine.addKey(userId, undefined, scope),
    addChannel: async (clientId, options) => engine.addChannel(clientId, options).channelId,
    async accountsChanged() {},
    disableChannel: async (channelId) => engine.setChannelEnabled(channelId, false),
    disableUser: async (userId) => engine.setUserEnabled(userId, false),
    loginLink: async (userId) => (await engine.createLoginLink(userId)).token,
    creditOf: async (clientId) => engine.credit(clientId),
    async submitted(smsId) {
      const sent = { carrier: 'net', networkId: `n-${smsId}` }
      engine.move(smsId, 'submitting')
      engine.move(smsId, 'submitted', sent)
      return sent
    },
    useHooks: engine.useHooks,
    routeOf: async (smsId) => engine.message(smsId).route,
    overdueSegments: async () => engine.clock.advance(60_000),
    async close() {},
  }
})
