import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const pageQuery = Type.Object({
  cursor: numberCursor,
  limit: pageLimit(1_000, 100),
})
const LIMIT = 100

const receiptSchema = Type.Object(
  {
    receiptId: Type.Integer(),
    link: Type.String({ description: '`<instance>/<name>`, or only the instance.' }),
    networkId: Type.String({ description: 'Id of the message at the network, as received.' }),
    to: nullable(Type.String(), 'Recipient in E.164 digits. Null if the receipt does not state it.'),
    status: Type.String({ description: 'Status: `delivered`, `undeliverable`, ...' }),
    networkStatus: Type.String({ description: 'Status as stated by the network.' }),
    errorId: nullable(Type.Integer()),
    doneAt: timeSchema('When it happened, as stated by the network.'),
    receivedAt: timeSchema('When the receipt was received.'),
    tries: Type.Integer({ description: 'Number of further attempts to match it.' }),
    nextTryAt: timeSchema('When the next attempt is due. Attempts end after four days.'),
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
  async handle({ services }, { self, query: { cursor: before, limit = LIMIT } }) {
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
    to: Type.String({ description: 'Number it was sent to, in digits.' }),
    text: Type.String({ description: 'Text of the SMS. Hexadecimal bytes if the encoding is `binary`.' }),
    encoding: Type.Enum(['gsm', 'ucs2', 'binary']),
    isIncomplete: Type.Boolean({ description: 'Whether parts of it never arrived.' }),
    receivedAt: timeSchema('When it was received.'),
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
  async handle({ services }, { self, query: { cursor: before, limit = LIMIT } }) {
    const page = await services.unmatched.incoming(self, { before, limit })
    const records = page.records.map((record) => ({ ...record, receivedAt: record.receivedAt.toISOString() }))
    return { records, next: page.next ?? null }
  },
})

/** Unmatched receipts and incoming SMS, for operators. */
export const unmatchedEndpoints = [listUnmatchedReceipts, listUnmatchedIncoming]
