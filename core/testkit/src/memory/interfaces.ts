import type { InterfaceRecord, Interfaces } from '@heliograph/contracts'

const URL = 'https://gateway.example'

const REST: InterfaceRecord = {
  instanceId: 'rest',
  adapter: 'v2',
  version: '1.0.0',
  url: URL,
  routes: [{ method: 'POST', path: '/sms/2/messages' }],
  ports: null,
  documentation: `${URL}/sms/2/docs`,
}

const SOCKETS: InterfaceRecord = {
  instanceId: 'sockets',
  adapter: 'smpp',
  version: '1.0.0',
  url: null,
  routes: [],
  ports: { port: 2775 },
  documentation: null,
}

/** A deployment with an interface over HTTP, which has an example, and an interface with its own port. */
export const memoryInterfaces: Interfaces = {
  list: () => [REST, SOCKETS],
  examples: ({ apiKey, to }) => ({ rest: `curl -s ${URL}/sms/2/messages -H 'X-API-Key: ${apiKey}' -d to=${to}` }),
}
