import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HistoryEntry } from '@heliograph/contracts'
import { traceMessage } from '../src/index.ts'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'
import { newWebhook } from './support/webhook-node.ts'

const database = useDatabase()

async function historyOf(smsId: number): Promise<readonly HistoryEntry[] | undefined> {
  return (await traceMessage(database.sql, systemClock, smsId))?.history
}

async function addWebhook(account: TestAccount, subjectId: number, createdAt: Date): Promise<number> {
  const [webhookId = 0] = await database.ids.take(1)
  const { clientId, channelId } = account
  const webhook = newWebhook({ webhookId, clientId, channelId, subjectId, createdAt, url: 'https://acme.example/dlr' })
  await database.sql.begin((tx) => storeWebhooks(tx, [webhook], undefined))
  return webhookId
}

describe('of webhooks', () => {
  test('each is reported with its attempts, none of other messages', async () => {
    const account = await database.addAccount()
    const at = (seconds: number) => new Date(database.clock.now() + seconds * 1_000)
    const smsId = await database.addMessage(account)
    const other = await database.addMessage(account)
    const [webhookId, waiting] = [await addWebhook(account, smsId, at(5)), await addWebhook(account, smsId, at(9))]
    await addWebhook(account, other, at(5))
    await database.sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, status, failure)
      values (${webhookId}, 2, ${at(11)}, 12, 204, null)`
    await database.sql`
      update webhook set state = 'delivered', attempts = 2,
        first_at = ${at(6)}, first_elapsed_ms = 12, first_failure = 'network: refused'
      where webhook_id = ${webhookId}`
    const webhook = { kind: 'webhook', url: 'https://acme.example/dlr' } as const
    const attempt = { kind: 'webhook-attempt', webhookId, elapsedMs: 12 } as const
    assert.deepEqual((await historyOf(smsId))?.slice(2), [
      { ...webhook, webhookId, at: at(5), state: 'delivered' },
      { ...attempt, attempt: 1, at: at(6), status: null, failure: 'network: refused' },
      { ...webhook, webhookId: waiting, at: at(9), state: 'pending' },
      { ...attempt, attempt: 2, at: at(11), status: 204, failure: null },
    ])
  })
})

describe('of a handover whose answer is not recorded', () => {
  test('the link is told, at the end', async () => {
    const smsId = await database.addMessage(await database.addAccount())
    await database.sql`insert into attempt (sms_id, attempt, link, lease) values (${smsId}, 1, 'net/main', 1)`
    assert.deepEqual((await historyOf(smsId))?.at(-1), { kind: 'handed-over', at: null, link: 'net/main' })
  })
})

describe('of the refund', () => {
  const CLIENTS = [
    ['one that was prepaid', { credit: '1.00' }, true],
    ['one that is billed afterwards', {}, false],
  ] as const
  for (const [name, options, isRefunded] of CLIENTS)
    test(`a client that became prepaid since counts as it was then: ${name}`, async () => {
      const account = await database.addAccount(options)
      const doneAt = new Date(Date.now() + (isRefunded ? 0 : -120_000))
      const smsId = await database.addMessage(account)
      await database.sql`
        insert into message_state (sms_id, state, attempt, done_at) values (${smsId}, 'cancelled', 0, ${doneAt})`
      await database.provisioning.setClient({ clientId: account.clientId, addCredit: '5.00' })
      const kinds = (await historyOf(smsId))?.map(({ kind }) => kind)
      assert.equal(kinds?.includes('refunded'), isRefunded)
    })
})

describe('for operators', () => {
  test('a message of any client is found, also by the id of a segment, with whose it is', async () => {
    const account = await database.addAccount()
    const smsId = await database.addMessage(account)
    const [segmentId = 0] = await database.ids.take(1)
    await database.sql`insert into message_alias (sms_id, joined_id) values (${segmentId}, ${smsId})`
    for (const id of [smsId, segmentId]) {
      const trace = await traceMessage(database.sql, systemClock, id)
      assert.deepEqual([trace?.clientId, trace?.record.smsId], [account.clientId, smsId])
    }
    for (const unknown of [0, 0.5, 2 ** 60, 999_999_999])
      assert.equal(await traceMessage(database.sql, systemClock, unknown), undefined)
  })
})
