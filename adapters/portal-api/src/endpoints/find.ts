import { type MessageRecord, type Principal, type ReportFilter, ROLES } from '@heliograph/contracts'
import { normaliseNumber } from '@heliograph/messaging'
import { Type } from 'typebox'
import { type Call, defineEndpoint } from '../endpoint.ts'
import type { PortalServices } from '../services.ts'
import { clientsNamed } from './clients/clients.ts'
import { contactSchema, formatContact } from './contacts/contact-schemas.ts'
import { formatMessage, messageSchema } from './messages/message-schemas.ts'

/** Most results of each kind: they are shortcuts, not a list. */
const FEW = 5

/** References have no index, so the newest messages are searched for this long. */
const PATIENCE_MS = 150

const find = defineEndpoint({
  method: 'GET',
  path: '/find',
  id: 'find',
  summary: 'Search messages, contacts, channels and clients by number, id, reference or name',
  roles: ROLES,
  query: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 200, description: 'Search text.' }),
    everyClient: Type.Optional(Type.Boolean({ description: 'Search messages of all clients. Operators only.' })),
  }),
  answer: Type.Object(
    {
      messages: Type.Array(messageSchema, {
        description: 'Messages with this id first, then by recipient or reference, newest first.',
      }),
      contacts: Type.Array(contactSchema, { description: 'Contacts whose number or name begins with the text.' }),
      channels: Type.Array(
        Type.Object({ channelId: Type.Integer(), address: Type.String() }, { title: 'FoundChannel' }),
        { description: 'Channels whose address contains the text. Empty for users who cannot see channels.' },
      ),
      clients: Type.Array(Type.Object({ clientId: Type.Integer(), name: Type.String() }, { title: 'FoundClient' }), {
        description: 'Operators only.',
      }),
    },
    { title: 'Found' },
  ),
  errors: ['invalid', 'forbidden'],
  async handle({ services }, { principal, self, query: { query, everyClient }, request }) {
    const typed = query.trim()
    const [messages, contacts, channels, clients] = await Promise.all([
      findMessages(services, principal, { typed, allClients: everyClient, request }),
      findContacts(services, principal, { typed, request }),
      findChannels(services, principal, typed),
      self.role === 'operator' ? clientsNamed(services, self, typed) : [],
    ])
    return {
      messages: messages.map(formatMessage),
      contacts: contacts.map(formatContact),
      channels: channels.map(({ channelId, address }) => ({ channelId, address })),
      clients: clients.slice(0, FEW).map(({ clientId, name }) => ({ clientId, name })),
    }
  },
})

interface Typed extends Pick<Call, 'request'> {
  readonly typed: string
}

/** Runs the searches one after the other, because a client may have only a few under way. */
async function findMessages(
  { reports }: Pick<PortalServices, 'reports'>,
  principal: Principal,
  { typed, allClients, request: { signal } }: Typed & { readonly allClients: boolean | undefined },
): Promise<readonly MessageRecord[]> {
  const search = async (filter: Partial<ReportFilter>) =>
    (await reports.find(principal, { ...filter, allClients, limit: FEW }, { signal })).records
  const number = normaliseNumber(typed, 'local', principal.country)
  const named = [
    ...(/^\d{1,15}$/.test(typed) ? await search({ smsId: Number(typed) }) : []),
    ...(await search({ messageId: typed })),
  ]
  const others = [
    ...(number === undefined ? [] : await search({ to: number })),
    ...(await search({ reference: typed, patienceMs: PATIENCE_MS })),
  ].sort((one, other) => other.smsId - one.smsId)
  return [...new Map([...named, ...others].map((message) => [message.smsId, message])).values()].slice(0, FEW)
}

async function findContacts({ contacts }: Pick<PortalServices, 'contacts'>, principal: Principal, typed: Typed) {
  const { typed: text, request } = typed
  const filter = /^\+?[\d\s()-]+$/.test(text) ? { number: text } : { name: text }
  return (await contacts.find(principal, { ...filter, limit: FEW }, { signal: request.signal })).records
}

async function findChannels({ accounts }: Pick<PortalServices, 'accounts'>, principal: Principal, typed: string) {
  if (principal.role === 'user') return []
  const wanted = typed.replace(/^[+0]+(?=\d)/, '').toLowerCase()
  const channels = await accounts.channels(principal, principal.clientId)
  return channels.filter(({ address }) => address.toLowerCase().includes(wanted)).slice(0, FEW)
}

/** The search of the command palette. */
export const findEndpoints = [find]
