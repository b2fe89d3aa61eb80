import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const instanceSchema = Type.Object(
  {
    instanceId: Type.String({ description: 'Name of the instance in the configuration.' }),
    use: Type.String({ description: 'Package or folder that the configuration names.' }),
    module: nullable(
      Type.Object({ kind: Type.Enum(['adapter', 'plugin']), id: Type.String(), version: Type.String() }),
      'Null if the package could not be loaded.',
    ),
    isOptional: Type.Boolean({ description: 'Whether the gateway starts even if this instance fails.' }),
    health: nullable(
      Type.Object({ status: Type.Enum(['ok', 'degraded', 'down']), reason: nullable(Type.String()) }),
      'Null if this node does not run the instance.',
    ),
    configuration: Type.Unknown({ description: 'Configuration with defaults. Secrets are shown as `[redacted]`.' }),
  },
  { title: 'Instance' },
)

const listInstances = defineEndpoint({
  method: 'GET',
  path: '/operator/instances',
  id: 'listInstances',
  summary: 'List adapters and plugins of the responding node with version, health and configuration',
  roles: ['operator'],
  answer: Type.Object(
    { node: Type.String({ description: 'Name of the responding node.' }), records: Type.Array(instanceSchema) },
    { title: 'InstanceList' },
  ),
  async handle({ services }, { self }) {
    const { node, instances } = await services.instances.list(self)
    const records = instances.map(({ health, ...instance }) => ({
      ...instance,
      health: health && { status: health.status, reason: health.reason ?? null },
    }))
    return { node, records }
  },
})

const nodeSchema = Type.Object(
  {
    name: Type.String(),
    roles: Type.Array(Type.String()),
    startedAt: timeSchema('When the node joined.'),
    seenAt: timeSchema('Last heartbeat. Nodes send one every three seconds.'),
    links: Type.Array(Type.String(), { description: 'Links in use by this node.' }),
  },
  { title: 'Node' },
)

const listNodes = defineEndpoint({
  method: 'GET',
  path: '/operator/nodes',
  id: 'listNodes',
  summary: 'List live nodes and the state of the database',
  roles: ['operator'],
  answer: Type.Object(
    {
      records: Type.Array(nodeSchema, { description: 'Longest running first.' }),
      database: Type.Object({
        answerMs: Type.Number({ description: 'Response time of the database in milliseconds.' }),
        connections: Type.Integer({ description: 'Connections of all programs.' }),
        maxConnections: Type.Integer(),
      }),
    },
    { title: 'NodeList' },
  ),
  async handle({ services }, { self }) {
    const { nodes, links, database } = await services.systemStatus.deployment(self)
    const records = nodes.map(({ name, roles, startedAt, seenAt }) => ({
      name,
      roles: [...roles],
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
      links: links.filter(({ node }) => node === name).map(({ link }) => link),
    }))
    return { records, database }
  },
})

/** What the deployment is made of, for operators. */
export const deploymentEndpoints = [listInstances, listNodes]
