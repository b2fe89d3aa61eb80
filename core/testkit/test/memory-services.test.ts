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
    async addWebhook({ clientId, channelId }, { kind = 'dlr', state = 'failed', subjectId = 1, createdAt } = {}) {
      const at = new Date(engine.clock.now())
      const attempt = { attempt: 1, at, status: 400, failure: null, reply: 'no', elapsedMs: 5 }
      const webhook = { kind, state, subjectId, createdAt: createdAt ?? at, url: 'https://client.example/' }
      return engine.webhooks.add({ ...webhook, clientId, channelId, attempts: 1, log: [attempt] })
    },
    async pauseHost(clientId, host, probeAt) {
      engine.webhooks.pause({ clientId, host, probeAt, since: new Date(engine.clock.now()), waiting: 1 })
    },
    async counted() {},
    useHooks: engine.useHooks,
    routeOf: async (smsId) => engine.message(smsId).route,
    overdueSegments: async () => engine.clock.advance(60_000),
    async close() {},
  }
})
