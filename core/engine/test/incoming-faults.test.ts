import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { captureLogger, captureMetrics } from '@heliograph/testkit'
import { CommitWatch } from '../src/database/commit-watch.ts'
import { NO_OUTAGE } from '../src/database/outage.ts'
import { createAnswers } from '../src/inbound/answers.ts'
import { createIncomingSteps } from '../src/inbound/incoming-steps.ts'
import { endSteps } from '../src/inbound/incoming-work.ts'
import { AcceptCounts } from '../src/intake/accept/accept-counts.ts'
import { createPartLimits } from '../src/intake/accept/part-limits.ts'
import { createSubmissions } from '../src/intake/accept/submissions.ts'
import { createQueueOnly } from '../src/outbound/batches/fast-path.ts'
import { type TestAccount, useDatabase } from './support/database-fixture.ts'
import { testSettings } from './support/engine-harness.ts'
import { addReply } from './support/incoming-world.ts'
import { NO_SESSIONS } from './support/no-sessions.ts'
import { createReceiptTools, networkOf } from './support/receipt-tools.ts'

/** No hook is asked. */
const NO_HOOKS = { isAccepting: false, isRouting: false, accept: () => assert.fail(), route: () => assert.fail() }

const database = useDatabase()
let made: ReturnType<typeof createNode> | undefined

/** A node. */
function node(): ReturnType<typeof createNode> {
  made ??= createNode()
  return made
}

/** What a node does, but run by the test. */
function createNode() {
  const { sql, clock, ids, erased } = database
  const submissions = createSubmissions({
    sql,
    clock,
    steady: clock,
    commits: new CommitWatch(clock),
    outage: NO_OUTAGE,
    ids,
    erased,
    limits: createPartLimits(testSettings().limits, clock),
    defaultValiditySeconds: 172_800,
    fairness: 'order',
    counts: new AcceptCounts(captureMetrics()),
    commitSeconds: { observe() {} },
    hooks: NO_HOOKS,
    senderOf: () => ({ channelFor: () => undefined, quiet: null }),
    linkWriter: () => assert.fail(),
    routeFor: () => 'default',
    generateMessageId: (smsId) => `generated-${smsId}`,
    fastPath: () => createQueueOnly({ announce: () => {}, messagesDue: () => {} }),
  })
  const options = { sql, clock, ids, erased, outbox: NO_SESSIONS, announceOptedOut: () => {}, defaultCountry: 'ZA' }
  const answers = createAnswers({ ...options, logger: captureLogger(), submissions, autoRepliesPerHour: 5 })
  const workOn = createIncomingSteps({ ...options, answers })
  return {
    /** Works on SMS, all at the same time. */
    async incoming(incomingIds: readonly number[]): Promise<void> {
      for (const result of await Promise.allSettled(incomingIds.map(workOn)))
        if (result.status === 'rejected') throw result.reason
    },
    network: networkOf(sql, createReceiptTools(sql, clock)),
  }
}

let serial = 0

/**
 * Three SMS that arrived together and set off everything there is, and a message that waits for the contact that opts
 * out.
 */
async function receive() {
  const { provisioning, sql, clock } = database
  const [plain, hooked] = [await database.addAccount(), await database.addAccount()]
  serial += 1
  const [leaving, asking] = [`2785${serial}000001`, `2785${serial}000002`]
  const forwardMobile = `2785${serial}000003`
  await provisioning.setChannel({ channelId: plain.channelId, autoResponse: 'Thanks', forwardMobile })
  await provisioning.setChannel({
    channelId: hooked.channelId,
    incomingUrl: 'https://client.example/in',
    optOutUrl: 'https://client.example/out',
  })
  const waiting = await database.addMessage(plain, { recipient: leaving })
  await sql`insert into batch (batch_id, route, priority, due_at, sms_ids) values (${waiting}, 'default', 10, ${new Date(clock.now())}, array[${waiting}::bigint])`
  await sql`update message set batch_id = sms_id where sms_id = ${waiting}`
  const sms = async (account: TestAccount, from: string, text: string) => {
    const [channel] = await sql<
      { address: string }[]
    >`select address from channel where channel_id = ${account.channelId}`
    const { incomingId } = await node().network.incoming({
      carrier: 'net',
      link: 'main',
      from,
      to: channel?.address as string,
      text,
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(clock.now()),
    })
    return incomingId as number
  }
  const incomingIds = [
    await sms(plain, leaving, 'STOP'),
    await sms(plain, asking, 'Hello'),
    await sms(hooked, leaving, 'stop it'),
  ]
  return { incomingIds, plain, hooked, leaving, asking, forwardMobile, waiting }
}

/** Checks that everything they set off has happened, once. */
async function assertDone({
  incomingIds,
  plain,
  hooked,
  leaving,
  asking,
  forwardMobile,
  waiting,
}: Awaited<ReturnType<typeof receive>>) {
  const { sql } = database
  const sent = await sql<{ origin: string; recipient: string }[]>`
    select origin, recipient from message where message_id = any(${incomingIds.flatMap((id) => [`auto:${id}`, `confirm:${id}`, `forward:${id}`])}::text[])
    order by origin, recipient`
  assert.deepEqual(
    sent.map(({ origin, recipient }) => `${origin} ${recipient}`),
    [`auto-reply ${asking}`, `forward ${forwardMobile}`, `forward ${forwardMobile}`, `opt-out-confirmation ${leaving}`],
  )
  const webhooks = await sql<{ kind: string }[]>`
    select kind from webhook where subject_id = any(${incomingIds}::bigint[]) order by kind`
  assert.deepEqual(
    webhooks.map(({ kind }) => kind),
    ['incoming', 'opt-out'],
  )
  const audits = await sql<
    { client_id: number }[]
  >`select client_id from contact_audit where mobile = ${leaving} order by client_id`
  assert.deepEqual(
    audits.map((row) => row.client_id),
    [plain.clientId, hooked.clientId],
  )
  const [state] = await sql<{ state: string }[]>`select state::text from message_state where sms_id = ${waiting}`
  assert.equal(state?.state, 'opted-out')
  const [left] = await sql<{ work: number; replies: number }[]>`
    select (select count(*) from incoming_work) as work,
      (select sum(cardinality(incoming_ids)) from auto_reply where mobile = ${asking})::bigint as replies`
  assert.deepEqual({ ...left }, { work: 0, replies: 1 })
}

/** Makes one statement fail once, as a disk fault would. */
async function failOnce(event: string, table: string): Promise<() => Promise<void>> {
  const { sql } = database
  await sql.unsafe(`
    create sequence failure;
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('failure') = 1 then raise exception 'broken' using errcode = '57P01'; end if;
      return coalesce(new, old);
    end $$;
    create trigger fail_once before ${event} on ${table} for each row execute function fail_once()`)
  return async () => {
    await sql.unsafe(`drop trigger fail_once on ${table}; drop function fail_once; drop sequence failure`)
  }
}

describe('a step that breaks off is done when the work is taken again, and nothing twice:', () => {
  const rows: readonly (readonly [event: string, table: string])[] = [
    ['insert', 'contact'],
    ['insert', 'contact_audit'],
    ['insert', 'webhook'],
    ['update', 'incoming_work'],
    ['delete', 'incoming_work'],
    ['insert', 'message_state'],
    ['insert', 'auto_reply'],
    ['insert', 'message_key'],
    ['insert', 'message'],
    ['insert', 'credit_entry'],
    ['insert', 'batch'],
  ]
  for (const [event, table] of rows) {
    test(`${event} into ${table}`, async () => {
      const received = await receive()
      if (table === 'credit_entry')
        await database.sql`update client_credit set credit = 10 where client_id = ${received.plain.clientId}`
      const mend = await failOnce(event, table)
      try {
        await assert.rejects(node().incoming(received.incomingIds))
        await node().incoming(received.incomingIds)
      } finally {
        await mend()
      }
      await assertDone(received)
    })
  }

  test('cut off after everything was sent, and before it was noted', async () => {
    const received = await receive()
    const { sql } = database
    await node().incoming(received.incomingIds)
    const [stop = 0, hello = 0] = received.incomingIds
    await sql`
      insert into incoming_work (incoming_id, steps)
      values (${stop}, '{end-waiting,confirm,forward}'), (${hello}, '{auto-reply,forward}')`
    await node().incoming(received.incomingIds)
    await assertDone(received)
  })
})

test('work that is done twice, one after the other or at once, does everything once', async () => {
  for (const run of [
    async (ids: readonly number[]) => {
      for (const _ of [1, 2]) await node().incoming(ids)
    },
    async (ids: readonly number[]) => {
      await Promise.all([node(), createNode()].map(({ incoming }) => incoming(ids)))
    },
  ]) {
    const received = await receive()
    await run(received.incomingIds)
    await assertDone(received)
  }
})

test('a step that keeps failing holds up no other', async () => {
  const received = await receive()
  const [, hello = 0] = received.incomingIds
  const mend = await failOnce('insert', 'auto_reply')
  try {
    await assert.rejects(node().incoming(received.incomingIds))
  } finally {
    await mend()
  }
  const left = await database.sql<{ incoming_id: number }[]>`select incoming_id from incoming_work`
  assert.deepEqual(
    left.map((row) => row.incoming_id),
    [hello],
  )
  await node().incoming(received.incomingIds)
  await assertDone(received)
})

test('a reply of a webhook is sent once, however often that is worked on, whatever it says later', async () => {
  const received = await receive()
  await node().incoming(received.incomingIds)
  const stop = received.incomingIds[2] as number
  const answer = async (text: string | null, ...nodes: readonly ReturnType<typeof node>[]) => {
    await addReply(database.sql, stop, 'confirm', text)
    await Promise.all(nodes.map(({ incoming }) => incoming([stop])))
  }
  await answer('Bye', node())
  await answer('Bye', node(), createNode())
  await answer(null, node())
  const sent = await database.sql<{ body: string }[]>`select body from message where message_id = ${`confirm:${stop}`}`
  assert.deepEqual(
    sent.map(({ body }) => body),
    ['Bye'],
  )
})

test('an answer that comes while another step is being done is not removed with it', async () => {
  const received = await receive()
  const [, hello = 0] = received.incomingIds
  const { sql } = database
  await node().incoming(received.incomingIds)
  await sql`insert into incoming_work (incoming_id, steps) values (${hello}, '{forward}')`
  await addReply(sql, hello, 'auto-reply', 'Late')
  await endSteps(sql, [{ incomingId: hello, steps: ['forward'] }])
  const [left] = await sql`select steps, reply from incoming_work`
  assert.deepEqual({ ...left }, { steps: ['forward', 'auto-reply'], reply: 'Late' })
  await node().incoming([hello])
  await assertDone(received)
})

test('what cannot be sent is over: no credit', async () => {
  const received = await receive()
  await database.sql`update client_credit set credit = 0 where client_id = ${received.plain.clientId}`
  await database.sql`update client set price_per_part = 1 where client_id = ${received.plain.clientId}`
  await node().incoming(received.incomingIds)
  const sent = await database.sql`select from message where client_id = ${received.plain.clientId} and origin <> 'v2'`
  const left = await database.sql`select from incoming_work`
  assert.deepEqual([sent.count, left.count], [0, 0])
})

test('what retention has taken is no work any more', async () => {
  const received = await receive()
  await database.sql`delete from incoming_message where incoming_id = ${received.incomingIds[1] as number}`
  await node().incoming(received.incomingIds)
  assert.equal((await database.sql`select from incoming_work`).count, 0)
})

test('a later request of a contact is not worked on before an earlier one, whichever is taken first', async () => {
  const account = await database.addAccount()
  const [channel] = await database.sql<
    { address: string }[]
  >`select address from channel where channel_id = ${account.channelId}`
  const from = '27859990001'
  const ids: number[] = []
  for (const text of ['STOP', 'JOIN', 'STOP', 'JOIN']) {
    const { incomingId } = await node().network.incoming({
      carrier: 'net',
      link: 'main',
      from,
      to: channel?.address as string,
      text,
      encoding: 'gsm',
      mayBeRepeated: false,
      receivedAt: new Date(database.clock.now()),
    })
    ids.push(incomingId as number)
  }
  const [first = 0, second = 0, third = 0, last = 0] = ids
  await node().incoming([last])
  for (const incomingId of [first, third, second]) await node().incoming([incomingId])
  const audits = await database.sql<
    { status: number }[]
  >`select status from contact_audit where mobile = ${from} order by audit_id`
  assert.deepEqual(
    audits.map(({ status }) => status),
    [0, 1, 0, 1],
  )
  assert.equal((await database.sql`select from incoming_work`).count, 0)
})
