import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const pageQuery = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many at most. Default 100.' })),
})
const LIMIT = 100

const receiptSchema = Type.Object(
  {
    receiptId: Type.Integer(),
    link: Type.String({ description: '`<instance>/<name>`, or the instance alone.' }),
    networkId: Type.String({ description: 'The id of the message at the network, as received.' }),
    to: nullable(Type.String(), 'E.164 digits; null: the receipt does not name the recipient.'),
    status: Type.String({ description: '`delivered`, `undeliverable`, ...' }),
    networkStatus: Type.String({ description: "The network's word for it." }),
    errorId: nullable(Type.Integer()),
    doneAt: timeSchema('When the network says it happened.'),
    receivedAt: timeSchema('When it came.'),
    tries: Type.Integer({ description: 'How often it was tried again.' }),
    nextTryAt: timeSchema('When it will be; after four days it is given up.'),
  },
  { title: 'UnmatchedReceipt' },
)

const listUnmatchedReceipts = defineEndpoint({
  method: 'GET',
  path: '/operator/unmatched/receipts',
  id: 'listUnmatchedReceipts',
  summary: 'List unmatched receipts, newest first',
  roles: ['operator'],
  query: pageQuery,
  answer: Type.Object(
    { records: Type.Array(receiptSchema), next: nullable(Type.Integer()) },
    { title: 'UnmatchedReceiptList' },
  ),
  async handle({ services }, { self, query: { before, limit = LIMIT } }) {
    const page = await services.unmatched.receipts(self, { before, limit })
    const records = page.records.map(({ doneAt, receivedAt, nextTryAt, ...receipt }) => ({
      ...receipt,
      doneAt: doneAt.toISOString(),
      receivedAt: receivedAt.toISOString(),
      nextTryAt: nextTryAt.toISOString(),
    }))
    return { records, next: page.next ?? null }
  },
})

const incomingSchema = Type.Object(
  {
    incomingId: Type.Integer(),
    link: Type.String({ description: '`<instance>/<name>`.' }),
    from: Type.String(),
    to: Type.String({ description: 'The number it was sent to, digits.' }),
    text: Type.String({ description: 'Of `binary`: the octets in hexadecimal.' }),
    encoding: Type.Enum(['gsm', 'ucs2', 'binary']),
    isIncomplete: Type.Boolean({ description: 'Parts of it never came.' }),
    receivedAt: timeSchema('When it came.'),
  },
  { title: 'UnmatchedIncoming' },
)

const listUnmatchedIncoming = defineEndpoint({
  method: 'GET',
  path: '/operator/unmatched/incoming',
  id: 'listUnmatchedIncoming',
  summary: 'List incoming SMS to numbers without an enabled channel, newest first',
  roles: ['operator'],
  query: pageQuery,
  answer: Type.Object(
    { records: Type.Array(incomingSchema), next: nullable(Type.Integer()) },
    { title: 'UnmatchedIncomingList' },
  ),
  async handle({ services }, { self, query: { before, limit = LIMIT } }) {
    const page = await services.unmatched.incoming(self, { before, limit })
    const records = page.records.map((record) => ({ ...record, receivedAt: record.receivedAt.toISOString() }))
    return { records, next: page.next ?? null }
  },
})

/** Unmatched receipts and incoming SMS, for operators. */
export const unmatchedEndpoints = [listUnmatchedReceipts, listUnmatchedIncoming]
