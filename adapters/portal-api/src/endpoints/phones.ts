import { GatewayError, type HandsetMessage, type Principal, type VirtualPhones } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../endpoint.ts'
import { timeSchema } from '../schemas.ts'
import type { PortalServices } from '../services.ts'

/** How many of the newest messages of all clients are looked through for those of one. */
const LOOKED_AT = 1000

const phoneMessageSchema = Type.Object(
  {
    order: Type.Integer({ description: 'Sequence number across all phones.' }),
    direction: Type.Enum(['received', 'answered']),
    smsId: Type.Integer({ description: 'Id of the message; for a reply, that of the message it replies to.' }),
    peer: Type.String({ description: 'The other party: a number, or the text of a sender.' }),
    text: Type.String({ description: 'Text of the message. Hexadecimal bytes if the encoding is `binary`.' }),
    encoding: Type.Enum(['gsm', 'ucs2', 'binary']),
    parts: Type.Integer(),
    flash: Type.Boolean(),
    at: timeSchema('When the phone received or sent it.'),
  },
  { title: 'PhoneMessage' },
)

const phoneSchema = Type.Object(
  {
    number: Type.String({ description: 'Number of the phone in E.164 digits.' }),
    messages: Type.Array(phoneMessageSchema, { description: 'Oldest first.' }),
  },
  { title: 'Phone' },
)

const ROLES = ['operator', 'admin'] as const

const listPhones = defineEndpoint({
  method: 'GET',
  path: '/phones',
  id: 'listPhones',
  summary: 'List virtual phones of the simulated network with their messages, most recent first',
  roles: ROLES,
  query: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'Maximum number of phones. Defaults to 10.' }),
    ),
  }),
  answer: Type.Object({ records: Type.Array(phoneSchema) }, { title: 'Phones' }),
  errors: ['not-found'],
  async handle({ services }, { principal, query, request }) {
    const messages = await messagesOf(services, principal, request.signal)
    return { records: groupByPhone(messages).slice(0, query.limit ?? 10) }
  },
})

const getPhone = defineEndpoint({
  method: 'GET',
  path: '/phones/:number',
  id: 'getPhone',
  summary: 'Get a virtual phone',
  roles: ROLES,
  params: Type.Object({
    number: Type.String({ pattern: '^\\d{1,15}$', description: 'Number of the phone in E.164 digits.' }),
  }),
  answer: phoneSchema,
  errors: ['not-found'],
  async handle({ services }, { principal, params, request }) {
    const messages = await messagesOf(services, principal, request.signal)
    const own = messages.filter(({ phone }) => phone === params.number)
    return groupByPhone(own)[0] ?? { number: params.number, messages: [] }
  },
})

const answerFromPhone = defineEndpoint({
  method: 'POST',
  path: '/phones/answers',
  id: 'answerFromPhone',
  summary: 'Reply to a message from the virtual phone that received it',
  roles: ROLES,
  body: Type.Object(
    {
      smsId: Type.Integer({ minimum: 1, description: 'Id of the message to reply to.' }),
      text: Type.String({ minLength: 1, maxLength: 1000 }),
    },
    { title: 'PhoneAnswer', additionalProperties: false },
  ),
  answer: Type.Object({ incomingId: Type.Union([Type.Integer(), Type.Null()]) }, { title: 'PhoneAnswered' }),
  errors: ['not-found', 'conflict'],
  async handle({ services }, { principal, body }) {
    const phones = phonesOf(services)
    const own = await services.reports.findByIds(principal, [body.smsId])
    if (!own.has(body.smsId)) {
      throw new GatewayError('not-found', 'message-not-on-a-phone', 'No virtual phone has this message')
    }
    const { incomingId } = await phones.answer(body.smsId, body.text)
    return { incomingId }
  },
})

/** The simulated network and what is on its handsets. */
export const phoneEndpoints = [listPhones, getPhone, answerFromPhone]

/** Throws when no network is simulated, or when its phones are not shown. */
function phonesOf({ virtualPhones }: PortalServices): VirtualPhones {
  if (virtualPhones !== undefined) return virtualPhones
  throw new GatewayError(
    'not-found',
    'no-virtual-phones',
    'There are no virtual phones: no simulated network provides them',
  )
}

/** Newest first. The phones do not record clients, so the client's messages are found by their ids. */
async function messagesOf(
  services: PortalServices,
  principal: Principal,
  signal: AbortSignal,
): Promise<readonly HandsetMessage[]> {
  const messages = phonesOf(services).newest(LOOKED_AT)
  const ids = [...new Set(messages.map(({ smsId }) => smsId))]
  const own = await services.reports.findByIds(principal, ids, { signal })
  return messages.filter(({ smsId }) => own.has(smsId))
}

function groupByPhone(messages: readonly HandsetMessage[]): Static<typeof phoneSchema>[] {
  const phones = new Map<string, Static<typeof phoneMessageSchema>[]>()
  for (const { phone, at, ...message } of messages) {
    const shown = { ...message, at: at.toISOString() }
    const there = phones.get(phone)
    if (there === undefined) phones.set(phone, [shown])
    else there.unshift(shown)
  }
  return [...phones].map(([number, own]) => ({ number, messages: own }))
}
