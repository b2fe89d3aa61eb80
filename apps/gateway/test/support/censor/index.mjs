/** A plugin that has a say: it refuses one text, and fails at another, which passes. */
export default {
  kind: 'plugin',
  apiVersion: 1,
  id: 'censor',
  version: '1.0.0',
  configSchema: { type: 'object', additionalProperties: false, properties: {} },
  capabilities: { carrier: false, hooks: true },
  deps: {},
  create: () => ({
    hooks: {
      onFault: 'pass',
      beforeAccepting: (requests) =>
        requests.map(({ request }) => {
          const [{ text }] = request.messages
          if (text === 'broken') throw new Error('this is broken')
          return text === 'refused' ? { refuse: { category: 'forbidden', text: 'Not this text' } } : undefined
        }),
    },
  }),
}
