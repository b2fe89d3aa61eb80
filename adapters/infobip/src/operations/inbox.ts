import type { IncomingRecord, Principal } from '@heliograph/contracts'
import { measureText } from '@heliograph/messaging'
import { jsonResponse, Problems } from '@heliograph/wire'
import type { Operation } from '../operation.ts'
import { readLimit, readQuery, refuseNotKept } from '../query.ts'
import { inboxSource } from '../reading/inbox-source.ts'
import { readOnce } from '../reading/read-once.ts'
import { readerKey } from '../reading/reader-key.ts'
import { timeOf } from '../records.ts'

/** `GET /sms/1/inbox/reports`. */
export const inboxOperation: Operation = {
  method: 'GET',
  path: '/sms/1/inbox/reports',
  summary: 'Incoming SMS, each once',
  async handle({ clock, instanceId, services }, { principal, request }) {
    const problems = new Problems()
    const query = readQuery(request, problems)
    refuseNotKept(query)
    const limit = readLimit(query)
    problems.assertNone()
    const reader = {
      key: readerKey('inbox', principal, ''),
      limit,
      nowMs: clock.now(),
      state: services.state.of(instanceId),
    }
    const source = inboxSource(services.incoming, principal, request.signal)
    const { records, settle, waiting } = await readOnce(source, reader)
    const results = records.map((record) => mapIncoming(record, principal))
    const answer = { results, messageCount: results.length, pendingMessageCount: waiting }
    return { ...jsonResponse(200, answer), ended: (isSent) => settle(isSent && request.method !== 'HEAD') }
  },
}

/** Keywords are not set up at this interface, so there is none, and the whole text is the clean one. */
function mapIncoming(record: IncomingRecord, { currency }: Principal) {
  const { encoding, from, incomingId, receivedAt, text, to } = record
  return {
    messageId: String(incomingId),
    from,
    to,
    text,
    cleanText: text,
    keyword: null,
    receivedAt: timeOf(receivedAt),
    smsCount: encoding === 'binary' ? 1 : measureText(text).parts,
    price: { pricePerMessage: 0, currency },
  }
}
