import type { ClientRecord, Principal } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'

const amount = (description: string) => Type.String({ maxLength: 20, description: `${description} Decimal.` })

export const clientSchema = Type.Object(
  {
    clientId: Type.Integer(),
    name: Type.String(),
    country: nullable(
      Type.String(),
      'ISO 3166-1 alpha-2 country whose national numbers are understood. Null for the default of the deployment.',
    ),
    currency: Type.String({ description: 'ISO 4217 currency code.' }),
    price: amount('Price of an SMS part.'),
    credit: nullable(amount('Remaining credit.'), 'Null for postpaid clients, who have no limit.'),
    rateLimit: nullable(
      Type.Integer(),
      'v2 requests a minute for each API key. Null for the default of the deployment.',
    ),
    retentionDays: nullable(
      Type.Integer(),
      'Days after which messages are deleted. Null for the default of the deployment.',
    ),
    enabled: Type.Boolean(),
  },
  { title: 'Client' },
)

export const clientParams = Type.Object({ clientId: Type.Integer({ minimum: 1, description: 'Id of the client.' }) })

const LIMIT = 100

const listClients = defineEndpoint({
  method: 'GET',
  path: '/clients',
  id: 'listClients',
  summary: 'List clients',
  roles: ['operator'],
  query: Type.Object({
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Filter by part of the name, ignoring case, or by the start of the id.',
      }),
    ),
    clientIds: Type.Optional(
      Type.Array(Type.Integer(), { maxItems: 500, description: 'Filter by client id. May be repeated.' }),
    ),
    cursor: numberCursor,
    limit: pageLimit(1_000, 100),
  }),
  answer: Type.Object(
    {
      records: Type.Array(clientSchema),
      next: nullable(Type.Integer()),
      total: Type.Integer({ description: 'Number of matching clients on all pages.' }),
    },
    { title: 'ClientList' },
  ),
  async handle({ services }, { self, query: { search = '', clientIds, cursor = 0, limit = LIMIT } }) {
    const named = await clientsNamed(services, self, search)
    const wanted = clientIds && new Set(clientIds)
    const found = wanted === undefined ? named : named.filter(({ clientId }) => wanted.has(clientId))
    const left = found.filter(({ clientId }) => clientId > cursor)
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
const country = Type.String({ maxLength: 2, description: 'ISO 3166-1 alpha-2 country code, such as `ZA`.' })
const rateLimit = Type.Integer({ minimum: 1, description: 'v2 requests a minute for each API key.' })

const channelNumber = Type.String({
  maxLength: 40,
  description: 'A short code, or a number in any international format.',
})
const channelSender = Type.String({ maxLength: 11, description: 'An alphanumeric sender, in place of a number.' })

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
      currency: Type.Optional(
        Type.String({ maxLength: 3, description: 'ISO 4217 currency code. Defaults to that of the deployment.' }),
      ),
      credit: Type.Optional(amount('Initial credit of a prepaid client. If omitted, the client is postpaid.')),
      price: Type.Optional(amount('Price of an SMS part. Defaults to 0.')),
      rateLimit: Type.Optional(rateLimit),
      number: Type.Optional(channelNumber),
      sender: Type.Optional(channelSender),
      email: Type.Optional(
        Type.String({ maxLength: 254, description: 'E-mail address of the first user, who becomes an admin.' }),
      ),
      withKey: Type.Optional(Type.Boolean({ description: 'Whether to create an API key for that user, for sending.' })),
    },
    { title: 'NewClient', additionalProperties: false },
  ),
  answer: Type.Object(
    {
      clientId: Type.Integer(),
      channel: nullable(Type.Object({ channelId: Type.Integer(), securityKey: Type.String() })),
      user: nullable(
        Type.Object({
          userId: Type.Integer(),
          password: Type.String({ description: 'Initial password, to pass on to the user.' }),
        }),
      ),
      key: nullable(Type.Object({ keyId: Type.Integer(), apiKey: Type.String() })),
    },
    { title: 'AddedClient', description: 'What was created; null for what was not. Secrets are returned only once.' },
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
      country: Type.Optional(nullable(country, 'Null for the default of the deployment.')),
      price: Type.Optional(amount('Price of an SMS part.')),
      rateLimit: Type.Optional(nullable(rateLimit, 'Null for the default of the deployment.')),
      retentionDays: Type.Optional(
        nullable(
          Type.Integer({ minimum: 1, maximum: 36_500 }),
          'Days after which messages and incoming SMS are deleted, if fewer than in the deployment. Older ones are deleted permanently within the hour. Null for the default of the deployment.',
        ),
      ),
      enabled: Type.Optional(
        Type.Boolean({
          description: 'Whether the client is enabled. If not, all its API keys and logins are refused.',
        }),
      ),
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
        Type.Boolean({
          description: 'Make this the channel used when a request names none. The first channel always is.',
        }),
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
