import type { LedgerDay } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { textCursor } from '../../paging.ts'
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
      amount: Type.String({ maxLength: 20, description: 'Decimal. Negative to deduct.' }),
      note: Type.Optional(
        nullable(Type.String({ maxLength: 200 }), 'Reason, shown in the ledger. For example, an invoice number.'),
      ),
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
    day: Type.String({ description: 'Day in UTC: `2026-01-31`.' }),
    balance: Type.String({ description: 'Balance at the end of the day; for today, the current one.' }),
    charged: Type.String({ description: 'Cost of the messages accepted on that day.' }),
    refunded: Type.String({ description: 'Credit returned for messages that never reached a network.' }),
    changes: Type.Array(
      Type.Object(
        {
          at: timeSchema('When the balance was changed.'),
          amount: Type.String({ description: 'Decimal. Negative for deductions.' }),
          reason: Type.Enum(['opening', 'top-up']),
          by: Type.String({ description: 'E-mail address of the operator. Empty for commands on the server.' }),
          note: nullable(Type.String()),
        },
        { title: 'CreditChange' },
      ),
      { description: 'Manual changes, newest first.' },
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
    cursor: textCursor({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 366, description: 'Maximum number of days. Defaults to 31.' }),
    ),
  }),
  answer: Type.Object({ records: Type.Array(daySchema), next: nullable(Type.String()) }, { title: 'Ledger' }),
  errors: ['not-found'],
  async handle({ services }, { self, params: { clientId }, query: { cursor: before, limit = LIMIT } }) {
    const { records, next = null } = await services.accounts.ledger(self, clientId, { before, limit })
    return { records: records.map(formatDay), next }
  },
})

function formatDay({ changes, ...day }: LedgerDay): Static<typeof daySchema> {
  return { ...day, changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) }
}

/** The credit of clients and its ledger. */
export const creditEndpoints = [changeCredit, getLedger]
