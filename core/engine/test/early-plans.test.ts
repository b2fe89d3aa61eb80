import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { NetworkReceipt } from '@heliograph/contracts'
import { STATUS_FORMS } from '@heliograph/messaging'
import type { EntryChange } from '../src/accounts/state/state-statements.ts'
import type { Sql, Transaction } from '../src/database/database.ts'
import { storeMessages } from '../src/intake/accept/store-messages.ts'
import { loadWebhooks } from '../src/notify/webhooks/load-webhooks.ts'
import { recordOutcomes } from '../src/notify/webhooks/record-outcomes.ts'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import { loadMessages } from '../src/outbound/dispatch/load-messages.ts'
import { finishMessages } from '../src/outbound/lifecycle/finish.ts'
import { createReceiptIngest } from '../src/outbound/receipts/ingest-receipts.ts'
import { processReceipts } from '../src/outbound/receipts/process-receipts.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { type EarlyConnection, planEarly } from './support/plans.ts'
import { createReceiptTools } from './support/receipt-tools.ts'
import { makeStoredTemplate } from './support/stored-template.ts'
import { newWebhook } from './support/webhook-node.ts'

const KEPT = 20_000
const BATCH = 64
/** Ids of webhooks begin here, away from those that are given out. */
const WEBHOOKS = 50_000_000
/** The same of messages that are accepted. */
const ACCEPTED = 60_000_000
const STATE = { instance: 'planned', value: 'new', expiresAt: '2100-01-01T00:00:00Z' }

// A gateway that is started on an empty database plans its statements for empty tables, and keeps these plans until
// Postgres first analyzes the tables minutes later.
describe('statements planned while the tables were empty touch what they are for', () => {
  const db = useDatabase()
  let account: TestAccount
  let lease: number
  let early: EarlyConnection

  const ids = Array.from({ length: BATCH }, (_, index) => 1 + index * 100)
  const batch = ids.map(
    (smsId): NetworkReceipt => ({
      carrier: 'net',
      link: 'main',
      networkId: `N-${smsId}`,
      status: 'delivered',
      networkStatus: 'DELIVRD',
      errorId: null,
      doneAt: new Date('2026-01-05T08:30:00Z'),
    }),
  )
  const CASES: readonly (readonly [string, (sql: Sql) => Promise<unknown>])[] = [
    [
      'receipts that clients are notified of',
      (sql) => createReceiptIngest(sql, createReceiptTools(db.sql, db.clock), () => {})(batch),
    ],
    [
      'receipts of any kind',
      (sql) => sql.begin((tx) => processReceipts(tx, createReceiptTools(db.sql, db.clock), batch)) as Promise<unknown>,
    ],
    [
      'outcomes of webhooks',
      (sql) =>
        recordOutcomes(sql, lease, {
          attempts: ids.map((id) => ({
            batchId: 1,
            webhookId: WEBHOOKS + id,
            attempt: 1,
            at: new Date(),
            elapsedMs: 3,
            status: 204,
            failure: null,
            reply: '',
            request: null,
            state: 'delivered',
            tries: 1,
            signedAt: 1,
            step: null,
            answer: null,
          })),
          putOff: [],
          next: [],
          finished: [1],
        }),
    ],
    [
      'webhooks that are claimed',
      (sql) =>
        loadWebhooks(
          sql,
          ids.map((id) => WEBHOOKS + id),
        ),
    ],
    ['messages that are accepted', (sql) => accept(sql)],
    ['messages that are accepted with ids of the client', (sql) => accept(sql, (n) => `mine-${n}`)],
    [
      'messages that are accepted with new entries of state',
      (sql) => accept(sql, undefined, (n) => ({ key: `new ${n}`, expected: null })),
    ],
    [
      'messages that are accepted with changes of state',
      (sql) => accept(sql, undefined, (n) => ({ key: `kept ${ids[n]}`, expected: 'v' })),
    ],
    ['messages that are claimed', async (sql) => loadMessages(sql, ids)],
    ['messages that end', (sql) => sql.begin((tx) => finish(tx)) as Promise<unknown>],
  ]
  const finish = (tx: Transaction) =>
    finishMessages(
      tx,
      { ids: db.ids, clock: db.clock, outbox: NO_SESSIONS },
      ids,
      'expired',
      STATUS_FORMS.expired.errorId,
    )

  const accept = async (
    sql: Sql,
    messageIdOf: (n: number) => string | null = () => null,
    changeOf?: (n: number) => Pick<EntryChange, 'key' | 'expected'>,
  ) => {
    const { clientId, userId, channelId } = account
    const template = makeStoredTemplate({ clientId, userId, channelId })
    const rows = ids.map((id, entry) => {
      const recipient = `2783${String(id).padStart(7, '0')}`
      const row = { smsId: ACCEPTED + id, template, recipient, messageId: messageIdOf(entry), entry, textId: null }
      const entryOf = (change: Pick<EntryChange, 'key' | 'expected'>) => ({ ...change, ...STATE })
      return changeOf === undefined ? row : { ...row, change: entryOf(changeOf(entry)) }
    })
    const options = { claim: () => lease, fairness: 'order', ids: db.ids, payment: 'plain' } as const
    return storeMessages(sql, rows, { ...options, defaultValiditySeconds: template.validitySeconds })
  }

  before(async () => {
    account = await db.addAccount()
    await db.sql`update channel set dlr_url = 'https://client.example/dlr' where channel_id = ${account.channelId}`
    await db.sql`insert into node (node_id, name, roles) values (gen_random_uuid(), 'test', '{webhooks}')`
    lease = ((await db.sql<{ lease: number }[]>`select lease from node`)[0] as { lease: number }).lease
    // One of everything, because without any there would be nothing to notify.
    await fill(1)
    early = await planEarly(
      db.sql,
      CASES.map(([, run]) => run),
    )
    await fill(KEPT)
  })
  after(() => early.release())

  /** Adds messages up to this number, each submitted and with a webhook of its own; those already there stay. */
  async function fill(to: number): Promise<void> {
    await db.sql`
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, price, currency, accepted_at, validity_seconds
      )
      select n, ${account.clientId}, ${account.userId}, ${account.channelId}, 'ACME', '2783' || lpad(n::text, 7, '0'), 'hello',
        0, 1, 10, false, true, 0, 'v2', 'default', 0.01, 'ZAR', now(), 172800
      from generate_series(1, ${to}::integer) as n on conflict do nothing`
    await db.sql`
      insert into message_state (sms_id, state, attempt, submitted_at)
      select n, 'submitted', 1, now() from generate_series(1, ${to}::integer) as n on conflict do nothing`
    await db.sql`
      insert into submission (sms_id, attempt, part, series, carrier, link, network_id, network_key, state, submitted_at)
      select n, 1, 1, 1, 'net', 'net/main', 'N-' || n, 'N-' || n, 'submitted', now()
      from generate_series(1, ${to}::integer) as n on conflict do nothing`
    const { clientId, channelId } = account
    await db.sql`
      insert into contact (client_id, mobile, status, status_description)
      select ${clientId}::bigint, '2783' || lpad(n::text, 7, '0'), n % 2, 'as it was'
      from generate_series(1, ${to}::integer) as n on conflict do nothing`
    await db.sql`
      insert into message_key (client_id, message_id, sms_id)
      select ${clientId}::bigint, 'k-' || n, n from generate_series(1, ${to}::integer) as n on conflict do nothing`
    await db.sql`
      insert into instance_state (instance, key, value, expires_at)
      select ${STATE.instance}, 'kept ' || n, 'v', ${STATE.expiresAt}::timestamptz
      from generate_series(1, ${to}::integer) as n on conflict do nothing`
    const [row] = await db.sql<{ stored: number }[]>`select count(*)::integer as stored from webhook`
    const webhooks = Array.from({ length: to - (row?.stored ?? 0) }, (_, index) =>
      newWebhook({ webhookId: WEBHOOKS + to - index, clientId, channelId, subjectId: to - index }),
    )
    await db.sql.begin((tx) => storeWebhooks(tx, webhooks, undefined))
    await db.sql`update webhook_batch set owner = ${lease}::bigint`
  }

  for (const [name, run] of CASES) {
    it(name, async () => {
      const costs = await early.costs(run)
      assert.ok(costs.length > 0)
      for (const { text, rows, byTable } of costs)
        assert.ok(rows <= 20 * BATCH, `${rows} rows (${JSON.stringify(byTable)}): ${text}`)
    })
  }
})
