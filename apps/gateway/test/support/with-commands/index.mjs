/** A plugin with commands: they write to its tables, keep secrets, and end in different ways. */
const text = (description, more = {}) => ({ type: 'string', description, ...more })
const whole = (description, more = {}) => ({ type: 'integer', description, ...more })
const object = (properties, required = []) => ({ type: 'object', additionalProperties: false, properties, required })

export default {
  kind: 'plugin',
  apiVersion: 1,
  id: 'loyalty',
  version: '1.0.0',
  configSchema: object({ password: text('Of the shop.', { secret: true }) }),
  capabilities: { carrier: false },
  tables: { migrations: new URL('migrations/', import.meta.url) },
  deps: {
    tables: { id: 'heliograph.own-tables' },
    secrets: { id: 'heliograph.secrets' },
    state: { id: 'heliograph.state-store' },
  },
  create({ instanceId, services }, { password }) {
    const tables = services.tables.of(instanceId)
    const secrets = services.secrets.of(instanceId)
    return {
      async start() {
        throw new Error('a command starts nothing')
      },
      commands: [
        {
          name: 'add-points',
          summary: 'Give points to a client.',
          positional: ['clientId', 'points'],
          values: object(
            {
              clientId: whole('Which client.', { minimum: 1 }),
              points: whole('How many.', { default: 1 }),
              level: text('Of the client.', { enum: ['silver', 'gold'] }),
              dryRun: { type: 'boolean', description: 'Only say it.' },
            },
            ['clientId'],
          ),
          async run({ values: { clientId, points, level = 'none', dryRun = false }, output }) {
            if (!dryRun) {
              await tables.sql`
                insert into points values (${clientId}, ${points})
                on conflict (client_id) do update set points = points.points + excluded.points`
            }
            const [row] = await tables.sql`select points from points where client_id = ${clientId}`
            output.note('A moment.')
            output.result({ clientId, level, points: row?.points ?? 0 }, [`Client ${clientId}: ${row?.points ?? 0}`])
            return 0
          },
        },
        {
          name: 'tell',
          summary: 'Tell secrets.',
          values: object({}),
          async run({ output }) {
            await secrets.keep('token', 'token-of-the-shop')
            const token = await secrets.open('token')
            output.note(`with ${password}`)
            output.result({ password, token, at: new Date(0) }, [password, token])
            return 0
          },
        },
        {
          name: 'end',
          summary: 'End with an exit code.',
          positional: ['code'],
          values: object({ code: { type: 'number', description: 'Which.' } }, ['code']),
          run: async ({ values }) => values.code,
        },
        {
          name: 'refuse',
          summary: 'Refuse.',
          values: object({}),
          async run() {
            const error = new Error('Not today')
            throw Object.assign(error, {
              [Symbol.for('heliograph.error')]: true,
              category: 'conflict',
              code: 'not-today',
            })
          },
        },
      ],
    }
  },
}
