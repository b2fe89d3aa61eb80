/** A plugin with tables of its own, which it does nothing with. */
export default {
  kind: 'plugin',
  apiVersion: 1,
  id: 'with-tables',
  version: '1.0.0',
  configSchema: { type: 'object', additionalProperties: false, properties: {} },
  capabilities: { carrier: false },
  tables: { migrations: new URL('migrations/', import.meta.url) },
  deps: { tables: { id: 'heliograph.own-tables' } },
  create: () => ({}),
}
