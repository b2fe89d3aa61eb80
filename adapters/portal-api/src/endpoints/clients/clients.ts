import type { ClientRecord, Principal } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'

const amount = (description: string) => Type.String({ maxLength: 20, description: `${description} A decimal.` })

export const clientSchema = Type.Object(
  {
    clientId: Type.Integer(),
    name: Type.String(),
    country: nullable(Type.String(), "ISO 3166-1 alpha-2: by it national numbers are read. Null: the deployment's."),
    currency: Type.String({ description: 'ISO 4217.' }),
    price: amount('Of an SMS part.'),
    credit: nullable(amount('What is left.'), 'Null: billed afterwards, no limit.'),
    rateLimit: nullable(Type.Integer(), "v2 requests a minute for each API key; null: the deployment's."),
    retentionDays: nullable(Type.Integer(), "For how many days its messages are kept at most; null: the deployment's."),
    enabled: Type.Boolean(),
  },
  { title: 'Client' },
)

export const clientParams = Type.Object({ clientId: Type.Integer({ minimum: 1, description: 'The client.' }) })

const LIMIT = 100

const listClients = defineEndpoint({
  method: 'GET',
  path: '/clients',
  id: 'listClients',
  summary: 'List clients',
  roles: ['operator'],
  query: Type.Object({
    search: Type.Optional(
      Type.String({ maxLength: 200, description: 'Part of the name, in any case, or what the id begins with.' }),
    ),
    clientIds: Type.Optional(
      Type.Array(Type.Integer(), { maxItems: 500, description: 'One of these clients; may be repeated.' }),
    ),
    after: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many at most. Default 100.' })),
  }),
  answer: Type.Object(
    {
      records: Type.Array(clientSchema),
      next: nullable(Type.Integer()),
      total: Type.Integer({ description: 'How many there are on all pages.' }),
    },
    { title: 'ClientList' },
  ),
  async handle({ services }, { self, query: { search = '', clientIds, after = 0, limit = LIMIT } }) {
    const named = await clientsNamed(services, self, search)
    const wanted = clientIds && new Set(clientIds)
    const found = wanted === undefined ? named : named.filter(({ clientId }) => wanted.has(clientId))
    const left = found.filter(({ clientId }) => clientId > after)
    const records = left.slice(0, limit)
    return { records, next: left.length > limit ? (records.at(-1)?.clientId ?? null) : null, total: found.length }
  },
})

/** Clients whose name contains the search text, in any case, or whose id begins with it; oldest first. */
export async function clientsNamed(
  { accounts }: Pick<PortalServices, 'accounts'>,
  operator: Principal,
  search: string,
): Promise<readonly ClientRecord[]> {
  const wanted = search.trim().toLowerCase()
  const isMeant = ({ clientId, name }: ClientRecord) =>
    name.toLowerCase().includes(wanted) || String(clientId).startsWith(wanted)
  return (await accounts.clients(operator)).filter(isMeant)
}

const getClient = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId',
  id: 'getClient',
  summary: 'Get a client. Only operators can read other clients than their own',
  roles: ['operator', 'admin', 'user'],
  params: clientParams,
  answer: clientSchema,
  errors: ['not-found'],
  handle: ({ services }, { self, params }) => services.accounts.client(self, params.clientId),
})

const name = Type.String({ minLength: 1, maxLength: 200 })
const country = Type.String({ maxLength: 2, description: 'ISO 3166-1 alpha-2, for example ZA.' })
const rateLimit = Type.Integer({ minimum: 1, description: 'v2 requests a minute for each API key.' })

const channelNumber = Type.String({
  maxLength: 40,
  description: 'A short code, or a number in any international form.',
})
const channelSender = Type.String({ maxLength: 11, description: 'An alphanumeric sender; instead of a number.' })

const addClient = defineEndpoint({
  method: 'POST',
  path: '/clients',
  id: 'addClient',
  summary:
    'Create a client, optionally with its first number, user and API key. Either everything is created or nothing',
  roles: ['operator'],
  body: Type.Object(
    {
      name,
      country: Type.Optional(country),
      currency: Type.Optional(Type.String({ maxLength: 3, description: "ISO 4217. Default: the deployment's." })),
      credit: Type.Optional(amount('Prepaid with this much; absent: billed afterwards.')),
      price: Type.Optional(amount('Of an SMS part. Default 0.')),
      rateLimit: Type.Optional(rateLimit),
      number: Type.Optional(channelNumber),
      sender: Type.Optional(channelSender),
      email: Type.Optional(Type.String({ maxLength: 254, description: 'Of its first user, an administrator.' })),
      withKey: Type.Optional(Type.Boolean({ description: 'Whether that user gets a key for sending.' })),
    },
    { title: 'NewClient', additionalProperties: false },
  ),
  answer: Type.Object(
    {
      clientId: Type.Integer(),
      channel: nullable(Type.Object({ channelId: Type.Integer(), securityKey: Type.String() })),
      user: nullable(
        Type.Object({ userId: Type.Integer(), password: Type.String({ description: 'To be handed over.' }) }),
      ),
      key: nullable(Type.Object({ keyId: Type.Integer(), apiKey: Type.String() })),
    },
    { title: 'AddedClient', description: 'What was made; null: nothing. Secrets are shown here and never again.' },
  ),
  errors: ['conflict'],
  handle: ({ services }, { self, body }) => services.accounts.addClient(self, body),
})

const changeClient = defineEndpoint({
  method: 'PATCH',
  path: '/clients/:clientId',
  id: 'changeClient',
  summary: 'Update a client. Omitted fields stay unchanged',
  roles: ['operator'],
  params: clientParams,
  body: Type.Object(
    {
      name: Type.Optional(name),
      country: Type.Optional(nullable(country, "Null: the deployment's.")),
      price: Type.Optional(amount('Of an SMS part.')),
      rateLimit: Type.Optional(nullable(rateLimit, "Null: the deployment's.")),
      retentionDays: Type.Optional(
        nullable(
          Type.Integer({ minimum: 1, maximum: 36_500 }),
          'Days after which messages and incoming messages go, if that is sooner than for others. What is older is removed within the hour, for good. Null: as for others.',
        ),
      ),
      enabled: Type.Optional(Type.Boolean({ description: 'False: all of its keys and log-ins stop working.' })),
    },
    { title: 'ClientChange', additionalProperties: false },
  ),
  answer: clientSchema,
  errors: ['not-found'],
  handle: ({ services }, { self, params, body }) => services.accounts.setClient(self, { ...params, ...body }),
})

const addChannel = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/channels',
  id: 'addChannel',
  summary: 'Create a channel for a client. Its security key is returned only once',
  roles: ['operator'],
  params: clientParams,
  body: Type.Object(
    {
      number: Type.Optional(channelNumber),
      sender: Type.Optional(channelSender),
      isDefault: Type.Optional(
        Type.Boolean({ description: 'Used where a request names no channel. The first one is anyway.' }),
      ),
    },
    { title: 'NewChannel', additionalProperties: false },
  ),
  answer: Type.Object({ channelId: Type.Integer(), securityKey: Type.String() }, { title: 'AddedChannel' }),
  errors: ['not-found', 'conflict'],
  handle: ({ services }, { self, params, body }) => services.accounts.addChannel(self, { ...params, ...body }),
})

/** Clients of the deployment. */
export const clientEndpoints = [listClients, getClient, addClient, changeClient, addChannel]
