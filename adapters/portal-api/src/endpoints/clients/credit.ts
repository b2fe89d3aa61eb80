import type { LedgerDay } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'
import { clientParams, clientSchema } from './clients.ts'

const changeCredit = defineEndpoint({
  method: 'POST',
  path: '/clients/:clientId/credit',
  id: 'changeCredit',
  summary: 'Add or deduct credit. A postpaid client becomes prepaid',
  roles: ['operator'],
  params: clientParams,
  body: Type.Object(
    {
      amount: Type.String({ maxLength: 20, description: 'A decimal; negative to take away.' }),
      note: Type.Optional(nullable(Type.String({ maxLength: 200 }), 'Why, for the ledger: an invoice, say.')),
    },
    { title: 'CreditAddition', additionalProperties: false },
  ),
  answer: clientSchema,
  errors: ['not-found'],
  handle: ({ services }, { self, params, body: { amount, note } }) =>
    services.accounts.setClient(self, { ...params, addCredit: amount, creditNote: note ?? undefined }),
})

const daySchema = Type.Object(
  {
    day: Type.String({ description: 'In UTC, `2026-01-31`.' }),
    balance: Type.String({ description: 'At its end; of today: now.' }),
    charged: Type.String({ description: 'What the messages that were accepted cost.' }),
    refunded: Type.String({ description: 'What came back for messages that never reached a network.' }),
    changes: Type.Array(
      Type.Object(
        {
          at: timeSchema('When.'),
          amount: Type.String({ description: 'Negative: taken.' }),
          reason: Type.Enum(['opening', 'top-up']),
          by: Type.String({ description: 'E-mail of the operator, empty when it was a command on the server.' }),
          note: nullable(Type.String()),
        },
        { title: 'CreditChange' },
      ),
      { description: 'By hand, newest first.' },
    ),
  },
  { title: 'LedgerDay' },
)

const LIMIT = 31

const getLedger = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/ledger',
  id: 'getLedger',
  summary: 'List balance changes of a client by day. Empty for postpaid clients',
  roles: ['operator', 'admin'],
  params: clientParams,
  query: Type.Object({
    before: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'The `next` of the page before: only earlier days.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, description: 'How many days at most. Default 31.' })),
  }),
  answer: Type.Object({ records: Type.Array(daySchema), next: nullable(Type.String()) }, { title: 'Ledger' }),
  errors: ['not-found'],
  async handle({ services }, { self, params: { clientId }, query: { before, limit = LIMIT } }) {
    const { records, next = null } = await services.accounts.ledger(self, clientId, { before, limit })
    return { records: records.map(formatDay), next }
  },
})

function formatDay({ changes, ...day }: LedgerDay): Static<typeof daySchema> {
  return { ...day, changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) }
}

/** The credit of clients and its ledger. */
export const creditEndpoints = [changeCredit, getLedger]
