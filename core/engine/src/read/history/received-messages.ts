import { requireOperator } from '@heliograph/access'
import type {
  Channels,
  Principal,
  ReceivedFilter,
  ReceivedMessages,
  ReceivedPage,
  ReceivedRecord,
} from '@heliograph/contracts'
import { encodingOf } from '../../database/codes.ts'
import type { Sql } from '../../database/database.ts'
import type { Searches, SearchTools } from '../../database/searches.ts'
import { shownText } from '../../database/shown-text.ts'
import { storableText } from '../../database/storable-text.ts'

/** Index entries that one statement looks at. */
const STEP_ENTRIES = 20_000
/** After this time a page ends, even an empty one. */
const SEARCH_MS = 5_000
/** SMS of one sender. */
const MOST_OF_SENDER = 10_000
const HIGHEST = Number.MAX_SAFE_INTEGER

export interface ReceivedMessagesOptions {
  readonly searches: Searches
  readonly visibleTo: Channels['visibleTo']
  readonly stepEntries?: number
}

interface Row extends Omit<ReceivedRecord, 'text' | 'encoding'> {
  /** Null: removed. */
  readonly text: string | null
  readonly encoding: number
}

/** An SMS of the page, or only the state of the search. That state is the same in every row. */
type StepRow = {
  /** How many fit, at most one more than were wanted. */
  readonly found: number
  /** The last one that was looked at, when there is more to look at. */
  readonly lookedTo: number | null
} & (Row | { readonly incomingId: null })

interface Selection {
  /** Null: all clients. */
  readonly clientId: number | null
  readonly channelId: number | null
  readonly filter: ReceivedFilter
}

/** Creates the `ReceivedMessages` service. */
export function createReceivedMessages(options: ReceivedMessagesOptions): ReceivedMessages {
  const { searches, visibleTo, stepEntries = STEP_ENTRIES } = options

  async function find(selection: Selection, { take }: SearchTools): Promise<ReceivedPage> {
    const { limit, patienceMs = SEARCH_MS, before: first = HIGHEST } = selection.filter
    const endsAt = performance.now() + Math.min(patienceMs, SEARCH_MS)
    const records: ReceivedRecord[] = []
    let before = first
    while (true) {
      const limits = { before, entries: stepEntries, messages: limit - records.length }
      const rows = await take(({ sql, run }) => run(selectReceived(sql, selection, limits)))
      const found = rows.filter((row) => row.incomingId !== null)
      records.push(...found.map(recordOf))
      const [standing] = rows
      if (standing === undefined || standing.found > found.length) return { records, next: records.at(-1)?.incomingId }
      if (standing.lookedTo === null) return { records, next: undefined }
      before = standing.lookedTo
      if (records.length === limit || performance.now() >= endsAt) return { records, next: before }
    }
  }

  return {
    async find(principal: Principal, given, { signal } = {}) {
      const { allClients = false, incomingId = 0 } = given
      if (allClients) requireOperator(principal)
      if (!Number.isSafeInteger(incomingId)) return { records: [], next: undefined }
      const channelId = allClients ? null : await visibleTo(principal)
      const clientId = allClients ? null : principal.clientId
      const filter = { ...given, from: storable(given.from), to: storable(given.to), text: storable(given.text) }
      return searches.run(principal.clientId, signal, (tools) => find({ clientId, channelId, filter }, tools))
    },
  }
}

const storable = (text: string | undefined) => (text === undefined ? undefined : storableText(text))

interface Limits {
  readonly before: number
  readonly entries: number
  readonly messages: number
}

/**
 * One step of a search, newest first: those that fit are chosen from a limited stretch of one index. Whole rows are
 * compared so that only that index has the requested order.
 */
function selectReceived(sql: Sql, selection: Selection, { before, entries, messages }: Limits) {
  const { clientId, channelId, filter } = selection
  const { order, stretch } = chooseStretch(sql, selection, before)
  // Of one sender, everything is looked at in one step.
  const looked = filter.from === undefined ? entries : MOST_OF_SENDER
  return sql<StepRow[]>`
    with page as materialized (
      select message.incoming_id
      from (select * from incoming_message as message where ${stretch} order by ${order} limit ${looked}::integer) as message
      where message.channel_id is not null and message.incoming_id < ${before}::bigint
        and message.client_id = coalesce(${clientId}::bigint, message.client_id)
        and message.channel_id = coalesce(${channelId}::bigint, message.channel_id)
        and ${conditions(sql, filter)}
      order by message.incoming_id desc
      limit ${messages}::integer + 1
    ),
    standing as materialized (
      select counted.found, case when ${filter.from === undefined} and counted.found <= ${messages}::integer then (
        select message.incoming_id from incoming_message as message where ${stretch} order by ${order}
        limit 1 offset ${looked}::integer - 1
      ) end as looked_to
      from (select count(*) as found from page) as counted
    )
    select standing.found, standing.looked_to as "lookedTo", record.*
    from standing left join (
      select message.incoming_id as "incomingId", message.client_id as "clientId", message.channel_id as "channelId",
        message.sender as "from", message.recipient as "to", message.body as text, message.encoding,
        message.received_at as "receivedAt"
      from (select incoming_id from page order by incoming_id desc limit ${messages}::integer) as chosen
      cross join lateral (
        select * from incoming_message where incoming_message.incoming_id = chosen.incoming_id limit 1
      ) as message
    ) as record on true
    order by record."incomingId" desc`
}

/** The stretch of an index that is looked at, and its order. */
function chooseStretch(sql: Sql, { clientId, filter: { from } }: Selection, before: number) {
  if (from !== undefined)
    return { stretch: sql`message.sender = ${from}`, order: sql`message.sender desc, message.received_at desc` }
  if (clientId === null)
    return { stretch: sql`message.incoming_id < ${before}::bigint`, order: sql`message.incoming_id desc` }
  return {
    stretch: sql`
      (message.client_id, message.incoming_id) >= (${clientId}::bigint, 0::bigint)
      and (message.client_id, message.incoming_id) < (${clientId}::bigint, ${before}::bigint)
      and message.incoming_id < ${before}::bigint`,
    order: sql`message.client_id desc, message.incoming_id desc`,
  }
}

function conditions(sql: Sql, { incomingId, to, text, since, until }: ReceivedFilter) {
  return sql`true
    ${incomingId === undefined ? sql`` : sql`and message.incoming_id = ${incomingId}::bigint`}
    ${to === undefined ? sql`` : sql`and message.recipient = ${to}`}
    ${text === undefined ? sql`` : sql`and strpos(lower(message.body), lower(${text}::text)) > 0`}
    ${since === undefined ? sql`` : sql`and message.received_at >= ${since}::timestamptz`}
    ${until === undefined ? sql`` : sql`and message.received_at < ${until}::timestamptz`}`
}

function recordOf({ text, encoding, incomingId, clientId, channelId, from, to, receivedAt }: Row): ReceivedRecord {
  return {
    incomingId,
    clientId,
    channelId,
    from,
    to,
    text: shownText(text, encoding),
    encoding: encodingOf(encoding),
    receivedAt,
  }
}
