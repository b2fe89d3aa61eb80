import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { nullable } from '../schemas.ts'

const interfaceSchema = Type.Object(
  {
    instanceId: Type.String(),
    adapter: Type.String({ description: 'Protocol of the interface: `v2`, `smpp`, ...' }),
    version: Type.String(),
    url: nullable(Type.String(), 'Path of its routes. Null if it has none.'),
    routes: Type.Array(Type.Object({ method: Type.String(), path: Type.String() }, { title: 'InterfaceRoute' })),
    ports: nullable(
      Type.Object(
        { port: Type.Integer(), tlsPort: nullable(Type.Integer(), 'Port with TLS.') },
        { title: 'InterfacePorts' },
      ),
      'Ports other than HTTP.',
    ),
    documentation: nullable(Type.String(), 'URL of its documentation.'),
  },
  { title: 'Interface' },
)

const listInterfaces = defineEndpoint({
  method: 'GET',
  path: '/interfaces',
  id: 'listInterfaces',
  summary: 'List client interfaces of this deployment',
  roles: ROLES,
  answer: Type.Object(
    { records: Type.Array(interfaceSchema), next: nullable(Type.Integer()) },
    { title: 'InterfaceList' },
  ),
  async handle({ services }) {
    const records = services.interfaces.list().map(({ routes, ...record }) => ({
      ...record,
      routes: routes.map(({ method, path }) => ({ method, path })),
      ports: record.ports && { port: record.ports.port, tlsPort: record.ports.tlsPort ?? null },
    }))
    return { records, next: null }
  },
})

const fillExamples = defineEndpoint({
  method: 'POST',
  path: '/interfaces/examples',
  id: 'fillExamples',
  summary: 'Get sample commands for each interface, with the given key and your account filled in',
  roles: ROLES,
  body: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9_]{1,200}$',
          description: 'Key to show in the examples; it is not used. Defaults to `YOUR_API_KEY`.',
        }),
      ),
      to: Type.Optional(
        Type.String({ pattern: '^[0-9]{3,15}$', description: 'Number to send to in the examples, in digits.' }),
      ),
    },
    { title: 'ExampleValues', additionalProperties: false },
  ),
  answer: Type.Object(
    {
      url: Type.String({ description: 'Public URL of this deployment.' }),
      email: Type.String(),
      clientId: Type.Integer(),
      channel: nullable(Type.String(), 'Your default sender. Null if you have none.'),
      apiKey: Type.String(),
      to: Type.String(),
      examples: Type.Record(Type.String(), Type.String(), {
        description: 'Examples by `instanceId`. Not every interface has any.',
      }),
    },
    { title: 'InterfaceExamples' },
  ),
  async handle({ services, publicUrl }, { principal, body }) {
    const { apiKey = 'YOUR_API_KEY', to = '27821234567' } = body
    const { clientId, email } = principal
    const channel = await services.channels.defaultOf(principal)
    const examples = { ...services.interfaces.examples({ apiKey, email, clientId, to }) }
    return { url: publicUrl(), email, clientId, channel: channel?.address ?? null, apiKey, to, examples }
  },
})

export const interfaceEndpoints = [fillExamples, listInterfaces]
