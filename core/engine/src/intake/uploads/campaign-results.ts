import { type CampaignResults, RESPONSE_DAYS, type TextResults } from '@heliograph/contracts'
import type { SearchStep } from '../../database/searches.ts'
import type { BulkName } from '../../outbound/bulks/bulk-name.ts'
import { countStates } from '../../outbound/lifecycle/bulk-states.ts'

/**
 * An answer to a message may have a lower id than the message, since nodes take ids in blocks: by far less than this,
 * however busy they are.
 */
const ID_LEEWAY = 10_000_000

/** A bulk, and whether its messages have one of two texts. */
export interface CountedBulk extends BulkName {
  readonly isCompared: boolean
}

/** Counts what became of the messages of a bulk. */
export async function countResults({ sql, run }: SearchStep, bulk: CountedBulk): Promise<CampaignResults> {
  const states = await run(countStates(sql, bulk.clientId, bulk.bulkId))
  const people = await run(countPeople({ sql }, bulk))
  const all = people.find(({ text }) => text === null)
  return {
    states: Object.fromEntries(states.map(({ state, messages }) => [state, messages])),
    recipients: all?.recipients ?? 0,
    replied: all?.replied ?? 0,
    optedOut: all?.optedOut ?? 0,
    texts: people.filter((each): each is TextResults => each.text !== null),
  }
}

/** `text`: null for all together. */
type People = Omit<TextResults, 'text'> & { readonly text: TextResults['text'] | null }

/** What the client received since the campaign began is read once, by its index, and not for each recipient. */
function countPeople({ sql }: Pick<SearchStep, 'sql'>, { clientId, bulkId, isCompared }: CountedBulk) {
  return sql<People[]>`
    with sent as materialized (
      select message.sms_id, message.recipient, message.reference,
        coalesce(stored.state = 'delivered', false) as is_delivered,
        coalesce(stored.send_at, message.send_at, message.accepted_at) as at
      from message left join lateral (
        select state, send_at from message_state where message_state.sms_id = message.sms_id limit 1
      ) as stored on true
      where message.client_id = ${clientId}::bigint and message.bulk_id = ${bulkId}
    ),
    received as materialized (
      select sender, received_at from incoming_message
      where client_id = ${clientId}::bigint and incoming_id >= (select min(sms_id) - ${ID_LEEWAY}::bigint from sent)
    ),
    replied as (
      select distinct sent.recipient from sent join received on received.sender = sent.recipient
      where received_at >= sent.at and received_at < sent.at + ${RESPONSE_DAYS}::integer * interval '1 day'
    ),
    opted_out as (
      select distinct sent.recipient from sent
      join contact on contact.client_id = ${clientId}::bigint and contact.mobile = sent.recipient and contact.status = 0
      where auddate >= sent.at and auddate < sent.at + ${RESPONSE_DAYS}::integer * interval '1 day'
    )
    select person.reference as text, count(*)::integer as recipients, count(*) filter (where is_delivered)::integer as delivered,
      count(replied.recipient)::integer as replied, count(opted_out.recipient)::integer as "optedOut"
    from (
      select recipient, case when ${isCompared}::boolean then reference end as reference, bool_or(is_delivered) as is_delivered
      from sent group by 1, 2
    ) as person
    left join replied using (recipient) left join opted_out using (recipient)
    group by grouping sets ((), (person.reference)) order by person.reference nulls first`
}
