import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { nullable } from '../schemas.ts'

const interfaceSchema = Type.Object(
  {
    instanceId: Type.String(),
    adapter: Type.String({ description: 'What it speaks: `v2`, `smpp`, ...' }),
    version: Type.String(),
    url: nullable(Type.String(), 'Where its routes are; null: it has none.'),
    routes: Type.Array(Type.Object({ method: Type.String(), path: Type.String() }, { title: 'InterfaceRoute' })),
    ports: nullable(
      Type.Object(
        { port: Type.Integer(), tlsPort: nullable(Type.Integer(), 'The one that speaks TLS.') },
        { title: 'InterfacePorts' },
      ),
      'Ports of its own, beside HTTP.',
    ),
    documentation: nullable(Type.String(), 'URL of what describes it.'),
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
  summary: 'Get a sample command for each interface, with the given key and your account filled in',
  roles: ROLES,
  body: Type.Object(
    {
      apiKey: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9_]{1,200}$',
          description: 'It is only written into the examples. Default `YOUR_API_KEY`.',
        }),
      ),
      to: Type.Optional(Type.String({ pattern: '^[0-9]{3,15}$', description: 'A number to send to, digits.' })),
    },
    { title: 'ExampleValues', additionalProperties: false },
  ),
  answer: Type.Object(
    {
      url: Type.String({ description: 'Where clients reach this deployment.' }),
      email: Type.String(),
      clientId: Type.Integer(),
      channel: nullable(Type.String(), 'What I send from when a request names no channel; null: nothing.'),
      apiKey: Type.String(),
      to: Type.String(),
      examples: Type.Record(Type.String(), Type.String(), {
        description: 'By `instanceId`; not every interface has one.',
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
