import { GatewayError, type MessageRecord } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import { formatUnixTime, parseWhole } from '@heliograph/wire'
import { answer, SUCCESS } from '../answers.ts'
import { refusal } from '../errors.ts'
import type { Operation } from '../operation.ts'

/** Ids that one request may ask for. */
const MAX_IDS = 10_000

/** Anything between separators, which include the one of the answer. */
const ID = /[^,;|\s]+/g

/** `action=status`. */
export const statusOperation: Operation = {
  exception: 'EXP-STATUS-01',
  async handle({ reports }, { principal, parameters, request: { signal } }) {
    const ids = (parameters.joined('msgid_list') ?? '').match(ID) ?? []
    if (ids.length === 0) throw refusal('ERR-STATUS-01')
    if (ids.length > MAX_IDS) throw new GatewayError('invalid', 'too-many-ids', `At most ${MAX_IDS} ids are allowed`)
    const smsIds = new Map(ids.map((id) => [id, parseWhole(id, 1, Number.MAX_SAFE_INTEGER)]))
    const known = [...smsIds.values()].filter((smsId) => smsId !== undefined)
    const records = await reports.findByIds(principal, known, { signal })
    const entries = ids.map((id) => formatEntry(id, records.get(smsIds.get(id) ?? 0)))
    return answer(SUCCESS, 200, entries.join('|'))
  },
}

/**
 * `<msgid>:<mobile>:<status>:<status_date_unix>:<delivery_status>:<delivery_date_unix>`; without a message everything
 * is empty.
 */
function formatEntry(id: string, message: MessageRecord | undefined): string {
  if (message === undefined) return `${id}::ERROR:0::0`
  const { acceptedAt, doneAt, state, submittedAt, to } = message
  const { smpp, text } = STATUS_FORMS[state]
  const since = formatUnixTime(doneAt ?? submittedAt ?? acceptedAt)
  return [id, to, text, since, smpp?.stat ?? '', formatUnixTime(doneAt)].join(':')
}
