import { EventEmitter } from 'node:events'
import { connect } from 'node:net'

/** Each breaks in its own way, where the caller cannot catch it; the last only warns. */
const FAULTS = {
  timer: () => setTimeout(throwIt, 1),
  rejection: () => void Promise.resolve().then(throwIt),
  text: () =>
    setTimeout(() => {
      throw 'only a text'
    }, 1),
  event: () => setImmediate(() => new EventEmitter().emit('error', new Error('not heard'))),
  again: () => setInterval(throwIt, 1),
  socket: () => connect(1, '127.0.0.1'),
  warning: () => process.emitWarning('this wears out', { type: 'WearWarning', code: 'WEAR' }),
}

function throwIt() {
  throw new Error('this is broken')
}

/**
 * A plugin that breaks on request, or while it starts: after the answer (`POST /break/:how` on the admin port), or
 * before one, which then never comes (`GET /<instance>/:how`).
 */
export default {
  kind: 'plugin',
  apiVersion: 1,
  id: 'faulty',
  version: '1.0.0',
  configSchema: {
    type: 'object',
    required: ['whileStarting'],
    additionalProperties: false,
    properties: {
      whileStarting: { type: 'boolean', default: false, description: 'Whether it breaks while it starts.' },
    },
  },
  capabilities: { carrier: false, http: true },
  deps: {},
  create: ({ instanceId }, { whileStarting }) => ({
    routes: [
      {
        method: 'GET',
        path: `/${instanceId}/:how`,
        handler({ params }) {
          FAULTS[params.how]()
          return new Promise(() => {})
        },
      },
    ],
    formatError: ({ category, code }) => ({ status: category === 'internal' ? 500 : 503, body: `faulty: ${code}` }),
    adminRoutes: [
      {
        method: 'POST',
        path: '/break/:how',
        handler({ params }) {
          FAULTS[params.how]()
          return { status: 202 }
        },
      },
    ],
    async start(signal) {
      if (!whileStarting) return
      FAULTS.timer()
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }),
}
