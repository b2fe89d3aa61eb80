import type { BenchGateway } from '../gateway/bench-gateway.ts'
import { countMessages, countStates, lastMessageId, type Sql } from '../gateway/database.ts'
import { SMSC, SMSC_LINK } from '../gateway/gateway-plan.ts'
import type { JobProcess } from '../generator/job-process.ts'
import { serialOf } from '../generator/request-template.ts'
import type { Round } from '../report/figures.ts'
import { startSmppGenerator } from '../smpp-generator/generator-process.ts'
import type { SmppResult } from '../smpp-generator/job.ts'
import type { SmscProcess } from '../smsc/smsc-process.ts'
import { SMPP_WINDOW, smppJob } from './load-job.ts'
import { requireSmsc } from './network-counter.ts'
import type { RunOptions, Scenario } from './scenario.ts'
import { waitUntil } from './wait-until.ts'

/** The signals that interrupt the load, in order, after equal shares of it. */
const INTERRUPTIONS = ['SIGTERM', 'SIGKILL'] as const
const POLL_MS = 50

/** A gateway that is restarted, and later killed and started again, under load. */
export const smppRestart: Scenario = {
  name: 'smpp-restart',
  description: 'SMPP in and out while the gateway is restarted and, later, killed: nothing may be lost',
  defaults: { clients: 4, messages: 100_000, warmup: 0, receipts: true },
  title: ({ clients, messages }) =>
    `${messages} messages over ${clients} transceivers with window ${SMPP_WINDOW}, one restart and one kill in between`,
  plan: () => ({
    smppServer: true,
    smsc: { answerAfterMs: 0, link: { window: SMPP_WINDOW } },
    // Messages without an answer are sent again instead of waiting two days for a receipt that may never arrive.
    sections: { links: { [`${SMSC}/${SMSC_LINK}`]: { unknownOutcome: 'resend' } } },
  }),
  figures: () => [
    { key: 'delivered', label: 'recorded as delivered', unit: 'messages', digits: 0 },
    { key: 'lost', label: 'lost', unit: 'messages', digits: 0, goal: { atMost: 0 } },
    { key: 'sentTwice', label: 'sent twice, without a recorded answer', unit: 'messages', digits: 0 },
    { key: 'provedTwice', label: 'sent twice, answer recorded', unit: 'messages', digits: 0, goal: { atMost: 0 } },
    { key: 'unanswered', label: 'submits of clients without an answer', unit: 'messages', digits: 0 },
    { key: 'receiptsTwice', label: 'receipts that clients got twice', unit: 'receipts', digits: 0 },
    { key: 'restartMs', label: 'from SIGTERM to serving again', unit: 'ms', digits: 0 },
    { key: 'killMs', label: 'from SIGKILL to serving again', unit: 'ms', digits: 0 },
  ],
  async measure(gateway, options) {
    const generator = await startSmppGenerator(
      smppJob(gateway, {
        sessions: options.clients,
        messages: options.messages,
        reconnect: true,
        patienceMs: 60_000,
        keepIds: true,
      }),
    )
    try {
      return await measureRestarts(gateway, generator, options)
    } finally {
      generator.stop()
    }
  },
}

async function measureRestarts(
  gateway: BenchGateway,
  generator: JobProcess<SmppResult>,
  options: RunOptions,
): Promise<Round> {
  const smsc = requireSmsc(gateway)
  const afterId = await lastMessageId(gateway.sql)
  const running = generator.run(options)
  // It is awaited below; until then a failure must not count as an unhandled rejection.
  running.catch(() => {})
  const interruptions: Interruption[] = []
  for (const [index, how] of INTERRUPTIONS.entries()) {
    const share = ((index + 1) / (INTERRUPTIONS.length + 1)) * options.messages
    await waitUntil(POLL_MS, options, async () => (await smsc.stats()).messages >= share || undefined)
    options.say(`smpp-restart: ${how} after ${(await smsc.stats()).messages} messages`)
    interruptions.push(await interrupt(gateway, smsc, how, afterId))
  }
  const result = await running
  const stored = await countMessages(gateway.sql, afterId)
  await waitUntil(POLL_MS, options, async () => (await countDelivered(gateway.sql, afterId)) >= stored || undefined)
  return judge({
    result,
    interruptions,
    stored,
    kept: await countKept(gateway.sql, result.acceptedIds),
    delivered: await countDelivered(gateway.sql, afterId),
    taken: (await smsc.stats()).messages,
    repeated: await smsc.repeated(),
    messages: options.messages,
  })
}

/** The state while the gateway was down. */
interface Interruption {
  /** Time until it served again. */
  readonly tookMs: number
  /** Messages whose answer from the network was in the database. */
  readonly recorded: ReadonlySet<number>
  /** Messages that the network already had more than once, with their counts. */
  readonly repeated: ReadonlyMap<number, number>
}

async function interrupt(
  gateway: BenchGateway,
  smsc: SmscProcess,
  how: (typeof INTERRUPTIONS)[number],
  afterId: number,
): Promise<Interruption> {
  const beganMs = performance.now()
  await gateway.stopGateway(how)
  const awayMs = performance.now()
  const recorded = await recordedMessages(gateway.sql, afterId)
  const repeated = await smsc.repeated()
  const lookedMs = performance.now() - awayMs
  await gateway.startGateway()
  return { tookMs: performance.now() - beganMs - lookedMs, recorded, repeated }
}

/** Numbers of the messages whose submit response is in the database. */
async function recordedMessages(sql: Sql, afterId: number): Promise<ReadonlySet<number>> {
  const rows = await sql<{ body: string }[]>`
    select body from heliograph.submission join heliograph.message using (sms_id)
    where sms_id > ${afterId} and submission.state <> 'unknown'`
  return new Set(rows.flatMap(({ body }) => serialOf(Buffer.from(body)) ?? []))
}

async function countDelivered(sql: Sql, afterId: number): Promise<number> {
  return (await countStates(sql, afterId)).delivered ?? 0
}

/** How many of these messages are in the database. */
async function countKept(sql: Sql, ids: Float64Array): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from heliograph.message where sms_id = any(${[...ids].map(String)}::bigint[])`
  return row?.count ?? 0
}

interface Outcome {
  readonly result: SmppResult
  readonly interruptions: readonly Interruption[]
  /** Number of messages in the database. */
  readonly stored: number
  /** Number of messages in the database whose acceptance was confirmed to the clients. */
  readonly kept: number
  readonly delivered: number
  /** Different messages at the network. */
  readonly taken: number
  readonly repeated: ReadonlyMap<number, number>
  readonly messages: number
}

function judge(outcome: Outcome): Round {
  const { result, interruptions, stored, kept, delivered, taken, repeated, messages } = outcome
  const unanswered = Object.values(result.unanswered).reduce((sum, count) => sum + count, 0)
  const provedTwice = [...repeated].filter(([serial, times]) =>
    interruptions.some((at) => at.recorded.has(serial) && times > (at.repeated.get(serial) ?? 1)),
  ).length
  const { accepted, submitted, receipts } = result
  const problems: string[] = []
  const expect = (isSo: boolean, otherwise: string) => void (isSo || problems.push(otherwise))
  expect(submitted === messages, `submitted ${submitted} of ${messages}`)
  expect(accepted + unanswered === submitted, `refused: ${JSON.stringify(result.refused)}`)
  expect(kept === accepted, `${accepted - kept} accepted messages are not in the database`)
  expect(stored <= accepted + unanswered, `stored ${stored}, though only ${accepted + unanswered} were submitted`)
  expect(delivered === stored, `${delivered} of ${stored} were recorded as delivered`)
  expect(taken === stored, `${taken} of ${stored} reached the network`)
  expect(receipts.messages === accepted, `the clients have receipts of ${receipts.messages} of ${accepted}`)
  expect(receipts.failures === 0, `${receipts.failures} receipts of failures`)
  expect(provedTwice === 0, `${provedTwice} were sent again although the answer of the network was recorded`)
  return {
    complete: problems.length === 0,
    problems,
    disturbed: false,
    values: {
      delivered,
      lost: accepted - kept + stored - delivered,
      sentTwice: repeated.size - provedTwice,
      provedTwice,
      unanswered,
      receiptsTwice: receipts.duplicates,
      restartMs: interruptions[0]?.tookMs,
      killMs: interruptions[1]?.tookMs,
    },
    details: { ...outcome, interruptions: interruptions.map(({ tookMs }) => tookMs), repeated: [...repeated] },
  }
}
