import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { WebhookAttempt } from '@heliograph/contracts'
import { traceMessage } from '../src/index.ts'
import { type AttemptRecord, recordOutcomes } from '../src/notify/webhooks/record-outcomes.ts'
import { resendWebhooks } from '../src/notify/webhooks/resend-webhooks.ts'
import { storeWebhooks } from '../src/notify/webhooks/store-webhooks.ts'
import { useDatabase } from './support/database-fixture.ts'
import { systemClock } from './support/engine-harness.ts'
import { newWebhook } from './support/webhook-node.ts'
import { attemptsOf } from './support/webhook-world.ts'

const database = useDatabase()
let lease: number

/** A webhook of a message of its own, in a batch that the node has. */
interface Held {
  readonly smsId: number
  readonly webhookId: number
  readonly batchId: number
}

async function addWebhook(): Promise<Held> {
  const account = await database.addAccount()
  const smsId = await database.addMessage(account)
  const [webhookId = 0] = await database.ids.take(1)
  const { clientId, channelId } = account
  const webhook = newWebhook({ webhookId, clientId, channelId, subjectId: smsId })
  await database.sql.begin((tx) => storeWebhooks(tx, [webhook], undefined))
  const [batch] = await database.sql<{ batch_id: number }[]>`
    update webhook_batch set owner = ${lease} where webhook_ids = array[${webhookId}::bigint] returning batch_id`
  return { smsId, webhookId, batchId: batch?.batch_id as number }
}

function made(attempt: number, change: Partial<WebhookAttempt> = {}): WebhookAttempt {
  const at = new Date(database.clock.now() + attempt * 1_000)
  return { attempt, at, elapsedMs: 10 + attempt, status: 200, failure: null, reply: 'thanks', ...change }
}

const refused = (attempt: number) => made(attempt, { status: null, failure: 'connect: refused', reply: null })

function recordOf({ webhookId, batchId }: Held, attempt: WebhookAttempt): AttemptRecord {
  const outcome = { state: attempt.failure === null ? 'delivered' : 'pending', tries: attempt.attempt } as const
  return { batchId, webhookId, ...attempt, ...outcome, request: null, signedAt: 1, step: null, answer: null }
}

const record = (attempts: readonly AttemptRecord[]) =>
  recordOutcomes(database.sql, lease, { attempts, putOff: [], next: [], finished: [] })

type Step = (held: Held) => Promise<unknown>

const recorded =
  (attempt: () => WebhookAttempt): Step =>
  (held) =>
    record([recordOf(held, attempt())])

/** As a version before migration 000045 records a first attempt. */
const recordedBefore =
  (attempt: () => WebhookAttempt): Step =>
  async ({ webhookId }) => {
    const { at, elapsedMs, status, failure, reply } = attempt()
    await database.sql`
      insert into webhook_attempt (webhook_id, attempt, at, elapsed_ms, status, failure, reply)
      values (${webhookId}, 1, ${at}, ${elapsedMs}, ${status}, ${failure}, ${reply})`
    await database.sql`update webhook set attempts = 1, tries = 1 where webhook_id = ${webhookId}`
  }

const resent: Step = ({ webhookId }) => resendWebhooks(database.sql, [webhookId])

async function inRowsOfTheirOwn({ webhookId }: Held): Promise<readonly number[]> {
  const rows = await database.sql<{ attempt: number }[]>`
    select attempt from webhook_attempt where webhook_id = ${webhookId} order by attempt`
  return rows.map(({ attempt }) => attempt)
}

/** Checks what the details and the history of the message show, and which attempts have rows of their own. */
async function assertShown(held: Held, expected: readonly WebhookAttempt[], own: readonly number[]): Promise<void> {
  const { smsId, webhookId } = held
  assert.deepEqual(await attemptsOf(database, webhookId), expected)
  const history = (await traceMessage(database.sql, systemClock, smsId))?.history
  assert.deepEqual(
    history?.filter(({ kind }) => kind === 'webhook-attempt'),
    expected.map(({ reply: _, ...attempt }) => ({ kind: 'webhook-attempt', webhookId, ...attempt })),
  )
  assert.deepEqual(await inRowsOfTheirOwn(held), own)
}

describe('of the attempts at a webhook, each is shown once and only later ones have rows of their own', () => {
  before(async () => {
    const [node] = await database.sql<{ lease: number }[]>`
      insert into node (node_id, name, roles) values (gen_random_uuid(), 'test', '{webhooks}') returning lease`
    lease = node?.lease as number
  })

  const other = () => made(1, { status: 418, reply: 'another' })
  const ROWS: readonly (readonly [string, steps: readonly Step[], shown: () => WebhookAttempt[], own: number[]])[] = [
    ['none', [], () => [], []],
    ['a first success', [recorded(() => made(1))], () => [made(1)], []],
    ['one whose first record stands', [recorded(() => made(1)), recorded(other)], () => [made(1)], []],
    [
      'a failure, and a success after it',
      [recorded(() => refused(1)), recorded(() => made(2))],
      () => [refused(1), made(2)],
      [2],
    ],
    [
      'one that an operator had sent again',
      [recorded(() => made(1)), resent, recorded(() => made(2))],
      () => [made(1), made(2)],
      [2],
    ],
    ['a first one of an earlier version', [recordedBefore(() => refused(1))], () => [refused(1)], [1]],
    [
      'one of an earlier version that is made here too',
      [recordedBefore(() => refused(1)), recorded(other)],
      () => [refused(1)],
      [1],
    ],
    [
      'a first one of an earlier version, and a success after it',
      [recordedBefore(() => refused(1)), recorded(() => made(2))],
      () => [refused(1), made(2)],
      [1, 2],
    ],
  ]
  for (const [name, steps, shown, own] of ROWS) {
    test(name, async () => {
      const held = await addWebhook()
      for (const step of steps) await step(held)
      await assertShown(held, shown(), own)
      const rowOf = () => database.sql`select * from webhook where webhook_id = ${held.webhookId}`
      const before = [...(await rowOf())]
      for (const attempt of shown()) await record([recordOf(held, attempt)])
      assert.deepEqual([...(await rowOf())], before, 'recording them again changes nothing')
      await assertShown(held, shown(), own)
    })
  }

  test('a first and a later one of one statement', async () => {
    const [first, later] = [await addWebhook(), await addWebhook()]
    await record([recordOf(later, refused(1))])
    await record([recordOf(first, made(1)), recordOf(later, made(2))])
    await assertShown(first, [made(1)], [])
    await assertShown(later, [refused(1), made(2)], [2])
  })
})
