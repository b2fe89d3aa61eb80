import type { OutgoingNumber } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const numberSchema = Type.Object(
  {
    number: Type.String({ description: 'The number in digits.' }),
    givenAt: nullable(
      timeSchema('When an operator assigned the number.'),
      "Null for numbers of the client's own channels.",
    ),
  },
  { title: 'OutgoingNumber' },
)

const listNumbers = defineEndpoint({
  method: 'GET',
  path: '/outgoing-numbers',
  id: 'listOutgoingNumbers',
  summary: 'List sender numbers of the client: those of its channels and those assigned to it',
  roles: ['operator', 'admin'],
  answer: Type.Object(
    { records: Type.Array(numberSchema), next: nullable(Type.Integer()) },
    { title: 'OutgoingNumberList' },
  ),
  async handle({ services }, { principal }) {
    const numbers = await services.accounts.outgoingNumbers(principal, principal.clientId)
    return { records: numbers.map(formatNumber), next: null }
  },
})

const giveNumber = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/outgoing-numbers',
  id: 'addOutgoingNumber',
  summary: 'Assign a sender number to a client',
  roles: ['operator'],
  params: Type.Object({ clientId: Type.Integer({ minimum: 1, description: 'Id of the client.' }) }),
  body: Type.Object(
    { number: Type.String({ maxLength: 40, description: 'A short code, or a number in any international format.' }) },
    { title: 'GivenNumber', additionalProperties: false },
  ),
  answer: numberSchema,
  errors: ['not-found'],
  handle: async ({ services }, { self, params, body }) =>
    formatNumber(await services.accounts.giveOutgoingNumber(self, { ...params, ...body })),
})

const takeNumber = defineEndpoint({
  method: 'DELETE',
  path: '/clients/:clientId/outgoing-numbers/:number',
  id: 'removeOutgoingNumber',
  summary: 'Remove a sender number from a client. Channels that used it send from their own number again',
  roles: ['operator'],
  params: Type.Object({
    clientId: Type.Integer({ minimum: 1, description: 'Id of the client.' }),
    number: Type.String({ pattern: '^\\d{1,15}$', description: 'The number in digits.' }),
  }),
  errors: ['invalid', 'not-found'],
  async handle({ services }, { self, params }) {
    await services.accounts.takeOutgoingNumber(self, params)
    return undefined
  },
})

function formatNumber({ number, givenAt }: OutgoingNumber): Static<typeof numberSchema> {
  return { number, givenAt: givenAt?.toISOString() ?? null }
}

/** The numbers that channels send as, where those are not their own. */
export const outgoingNumberEndpoints = [listNumbers, giveNumber, takeNumber]
