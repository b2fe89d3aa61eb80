import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { NetworkReceipt } from '@heliograph/contracts'
import { type ContactChange, writeContacts } from '../src/contacts/contacts.ts'
import { endPages } from '../src/contacts/end-waiting.ts'
import type { Sql } from '../src/database/database.ts'
import { NO_ARCHIVE } from '../src/operate/archive/archive.ts'
import { maintainRanges } from '../src/operate/maintenance/id-ranges.ts'
import { removeKeys } from '../src/operate/maintenance/remove-keys.ts'
import { loadMessages } from '../src/outbound/dispatch/load-messages.ts'
import { addPutOff, type HistoryRow } from '../src/outbound/lifecycle/history-rows.ts'
import { endOverdue } from '../src/outbound/lifecycle/validity.ts'
import { findUnreported } from '../src/outbound/receipts/find-unreported.ts'
import { createReceiptIngest } from '../src/outbound/receipts/ingest-receipts.ts'
import type { ReceiptTools } from '../src/outbound/receipts/process-receipts.ts'
import { rematch, sweepUnmatched } from '../src/outbound/receipts/unmatched-receipts.ts'
import { selectNotes } from '../src/read/history/history-notes.ts'
import { createReports } from '../src/read/history/reports.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { searchesOn, statementCosts } from './support/plans.ts'
import { createReceiptTools } from './support/receipt-tools.ts'

/** Stored messages, in two ranges; all but a few are delivered. */
const KEPT = 200_000
const HALF = KEPT / 2
const RANGE = 100_000_000
const WAITING_RECEIPTS = 20_000
const CLIENTS = 5_000
const CONTACTS = 100_000
const DEFAULT_VALIDITY = 172_800

/** The id of the nth message. */
const idOf = (n: number) => (n <= HALF ? n : RANGE + n)

describe('statements touch no more rows when more of them are kept', () => {
  const db = useDatabase()
  let account: TestAccount
  let tools: ReceiptTools

  before(async () => {
    account = await db.addAccount({ credit: '10' })
    tools = createReceiptTools(db.sql, db.clock)
    const id = db.sql`case when n <= ${HALF} then n else ${RANGE} + n end`
    await db.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds, push_on, push_context
      )
      select ${id}, ${account.clientId}, ${account.userId}, ${account.channelId}, 'ACME',
        '2783' || lpad(n::text, 7, '0'), 'hello', 0, 1, 10, false, true, 0, 'v2', 'default', 0.01, 'ZAR',
        now() - interval '60 hours', ${DEFAULT_VALIDITY}, case when n % 2000 = 0 then 0 end, '{}'
      from generate_series(1, ${KEPT}::integer) as n`
    const state = db.sql`(
      case n % 1000 when 0 then 'submitted' when 1 then 'unknown' when 2 then 'retrying' else 'delivered' end
    )::message_status`
    await db.sql`
      insert into message_state (sms_id, state, attempt, submitted_at)
      select ${id}, ${state}, 1, now()
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into submission (
        sms_id, attempt, part, series, carrier, link, network_id, network_key, state, submitted_at, held_recipient
      )
      select ${id}, 1, 1, 1, 'net', 'net/main', 'n-' || n, 'n-' || n, ${state}, now(),
        case when n % 1000 = 1 then '2783' || lpad(n::text, 7, '0') end
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into message_history (sms_id, at, kind, link, attempt, part, state, network_status)
      select ${id}, now(), case when n % 2 = 0 then 'put-off' else 'put-back' end, 'net/main', 1, 0, 'retrying', 'BUSY'
      from generate_series(1, ${KEPT}::integer) as n`
    await db.sql`
      insert into unmatched_receipt (
        carrier, link, network_id, candidates, recipient, status, network_status, done_at, received_at, due_at
      )
      select 'net', 'net/main', 'q-' || n, array['q-' || n], '2783' || lpad(n::text, 7, '0'), 'delivered', 'DELIVRD', now(),
        now() - interval '1 hour', case when n % 1000 = 1 then now() else now() + interval '1 hour' end
      from generate_series(1, ${WAITING_RECEIPTS}::integer) as n`
    await db.sql`
      insert into validity_check (sms_id, due_at)
      select ${id}, now() + (case when n % 1000 in (0, 2) then 0 else 1 end) * interval '1 hour' - interval '1 second'
      from generate_series(1, 20000) as n`
    await db.sql`update deployment set validity_watermark = ${idOf(KEPT - 500)}`
    // Contacts of many clients; ours has the last ones.
    await db.sql`insert into client (name, currency) select 'Client ' || n, 'ZAR' from generate_series(1, ${CLIENTS}::integer) as n`
    await db.sql`
      insert into contact (client_id, mobile, status, status_description)
      select ${account.clientId}::bigint + n % ${CLIENTS}::integer, '2783' || lpad(n::text, 7, '0'), n / ${CLIENTS}::integer % 2, 'as it was'
      from generate_series(1, ${CONTACTS}::integer) as n`
    await db.sql`
      insert into contact_audit (client_id, mobile, status, status_description)
      select client_id, mobile, status, status_description from contact`
    await db.sql`
      insert into message_key (client_id, message_id, sms_id)
      select 1, 'k-' || n, ${id} from generate_series(1, 50000) as n`
  })

  /** The rows, or pages, touched by the statement that touched most. */
  async function most(run: Parameters<typeof statementCosts>[1], of: 'rows' | 'pages' = 'rows'): Promise<number> {
    const costs = await statementCosts(db.sql, run)
    assert.ok(costs.length > 0)
    return Math.max(...costs.map((cost) => cost[of]))
  }

  /** Changes of 200 contacts of 100 clients: some already have the status, some do not, and some are new. */
  const changes = (status: 0 | 1): readonly ContactChange[] =>
    Array.from({ length: 200 }, (_, index) => {
      const n = 1 + index * 1_003
      const clientId = account.clientId + (n % CLIENTS)
      const mobile = `2783${String(n).padStart(7, '0')}`
      return { clientId, mobile, status, description: 'as it is', at: new Date(), incomingId: n }
    })
  const write = (sql: Sql, given: readonly ContactChange[]) => sql.begin((tx) => writeContacts(tx, db, given))

  const receipts = (prefix: string, change: Partial<NetworkReceipt> = {}): readonly NetworkReceipt[] =>
    Array.from({ length: 100 }, (_, index) => ({
      carrier: 'net',
      link: 'main',
      networkId: `${prefix}${(index + 1) * 1_000}`,
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: new Date(),
      ...change,
    }))
  const putOff = (smsId: number): HistoryRow => ({
    smsId,
    at: Date.now(),
    kind: 'put-off',
    link: 'net/main',
    attempt: 2,
    part: 0,
    state: 'retrying',
    networkStatus: 'BUSY',
    errorId: null,
    until: Date.now(),
    times: 1,
    receiptText: null,
  })
  const ingest = (given: readonly NetworkReceipt[]) => most((sql) => createReceiptIngest(sql, tools, () => {})(given))

  for (const statistics of ['without statistics', 'with statistics']) {
    describe(statistics, () => {
      if (statistics === 'with statistics') before(() => db.sql`analyze`)

      const rows: readonly { name: string; run: () => Promise<number>; atMost: number }[] = [
        { name: '100 plain receipts, half of them to be reported', run: () => ingest(receipts('n-')), atMost: 1_000 },
        { name: '100 receipts on the way', run: () => ingest(receipts('n-', { status: 'enroute' })), atMost: 1_000 },
        { name: '100 receipts by another link', run: () => ingest(receipts('n-', { link: 'other' })), atMost: 1_000 },
        { name: '100 receipts that match nothing', run: () => ingest(receipts('x-')), atMost: 1_000 },
        {
          name: 'looking for receipts that wait, after 100 results',
          run: () =>
            most((sql) =>
              rematch(
                sql,
                tools,
                receipts('q-').map(({ networkId }) => networkId),
              ),
            ),
          atMost: 1_000,
        },
        {
          name: 'the sweep of 20,000 receipts of which 20 are due, each for a message of unknown outcome',
          run: () => most((sql) => sweepUnmatched(sql, tools)),
          atMost: 400,
        },
        {
          name: 'the watermark over 500 messages, and 40 of 20,000 checks due, of which half end',
          run: () => most((sql) => endOverdue(sql, tools, DEFAULT_VALIDITY)),
          atMost: 2_000,
        },
        {
          name: '100 messages of a batch, the oldest and the newest kept among them',
          run: () =>
            most(async (sql) =>
              loadMessages(
                sql,
                Array.from({ length: 100 }, (_, index) => idOf(1 + index * 2_000)),
              ),
            ),
          atMost: 1_000,
        },
        {
          name: 'parts without a report, from the floor on',
          run: () =>
            most((sql) => {
              const query = { carrier: 'net', submittedBefore: new Date(Date.now() + 60_000), afterSmsId: 0, limit: 10 }
              return findUnreported(sql, query, idOf(KEPT - 1_000))
            }),
          atMost: 1_100,
        },
        {
          name: '100 messages that a network puts off, half of them once more',
          run: () =>
            most((sql) =>
              addPutOff(
                sql,
                Array.from({ length: 100 }, (_, index) => putOff(idOf(1 + index * 1_999))),
              ),
            ),
          atMost: 300,
        },
        {
          name: 'the newest to a number, and the history of one message',
          run: () =>
            most(async (sql) => {
              const to = `2783${String(KEPT).padStart(7, '0')}`
              const searches = searchesOn(sql)
              const reports = createReports({ searches, clock: db.clock })
              await searches.run(0, undefined, (tools) => reports.findWithin(null, { to, limit: 20 }, tools))
              await selectNotes(sql, idOf(KEPT))
            }),
          atMost: 20,
        },
        {
          name: 'the ranges',
          run: () => most((sql) => maintainRanges(sql, { days: 30, rangeDays: 7 }, NO_ARCHIVE)),
          atMost: 11_000,
        },
        {
          name: 'a page of the keys of an old range, however cheap it looks to read whole tables',
          run: () =>
            most(async (sql) => {
              await sql`select set_config('random_page_cost', '20', true)`
              await removeKeys(sql, { from_id: 0, to_id: 4_000, open: [1], is_trimmed: false })
            }),
          atMost: 11_000,
        },
        {
          name: 'an opt-out of a contact with one message',
          run: () =>
            most((sql) =>
              sql.begin((tx) => endPages(tx, tools, [{ clientId: account.clientId, mobile: '27830000007' }])),
            ),
          atMost: 100,
        },
        ...([0, 1] as const).flatMap((status) => [
          {
            name: `200 contacts ${status === 0 ? 'out' : 'in'}: rows`,
            run: () => most((sql) => write(sql, changes(status))),
            atMost: 400,
          },
          {
            name: `200 contacts ${status === 0 ? 'out' : 'in'}: pages`,
            run: () => most((sql) => write(sql, changes(status)), 'pages'),
            // Each contact has entries in two tables and their indexes.
            atMost: 4_000,
          },
        ]),
        {
          name: 'what waits for 200 contacts with a message each',
          run: () => {
            const contacts = changes(0).map(({ mobile }) => ({ clientId: account.clientId, mobile }))
            return most((sql) => sql.begin((tx) => endPages(tx, tools, contacts)))
          },
          atMost: 1_000,
        },
      ]
      for (const { name, run, atMost } of rows) {
        it(name, async () => {
          const touched = await run()
          assert.ok(touched <= atMost, `${touched}, at most ${atMost} were expected`)
        })
      }
    })
  }
})
