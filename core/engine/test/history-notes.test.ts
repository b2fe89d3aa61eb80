import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type HistoryEntry, type PartOutcome, PRIORITIES } from '@heliograph/contracts'
import { traceMessage } from '../src/index.ts'
import { type Harness, startEngine, systemClock } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink } from './support/fake-carrier.ts'

const THROTTLED: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }
const TRY_LATER: PartOutcome = { kind: 'try-later', status: 'ESME_RMSGQFUL' }
const UNKNOWN: PartOutcome = { kind: 'unknown' }
const ACCEPTED: PartOutcome = { kind: 'accepted', networkId: 'n-1' }
const REFUSED: PartOutcome = { kind: 'refused', fault: 'route', status: 'ESME_RINVSRCADR', errorId: 12 }

let base: Harness
before(async () => {
  base = await startEngine({ credit: '1000' })
})
after(() => base.close())

async function startNode(t: TestContext, ...links: readonly FakeLink[]): Promise<Harness> {
  const node = await startEngine({
    joinTo: base,
    carriers: new Map([['net', carrierOf(...links)]]),
    roles: ['dispatch', 'cron'],
    settings: { dispatch: { retryDelaysSeconds: [0.05] } },
  })
  t.after(() => node.close())
  return node
}

/** Answers with the outcomes one after the other, then takes everything. */
function linkWith(...answers: readonly (readonly PartOutcome[])[]): FakeLink {
  const link = new FakeLink()
  let next = 0
  link.answer = (message) => answers[next++] ?? accept(message)
  return link
}

async function send(message: Parameters<Harness['submit']>[0] = {}): Promise<number> {
  return (await base.submit({ notifyUrl: 'https://client.test/dlr', ...message })).entries[0]?.smsId as number
}

const untilState = (smsId: number, state: string) =>
  base.until(async () => (await base.stateOf(smsId)) === state, `${smsId} is ${state}`)

const historyOf = async (smsId: number) => (await traceMessage(base.engine.sql, systemClock, smsId))?.history ?? []

/** What happened to a message between the queue and its webhooks, each step in a word or two. */
async function stepsOf(smsId: number): Promise<readonly string[]> {
  return (await historyOf(smsId)).flatMap((entry) => line(entry) ?? [])
}

function line(entry: HistoryEntry): string | undefined {
  switch (entry.kind) {
    case 'answered':
      return `answered ${entry.attempt}/${entry.part} ${entry.link} ${entry.outcome}`
    case 'put-off':
      return `put-off ${entry.attempt} ${entry.link} ${entry.networkStatus}`
    case 'put-back':
      return `put-back ${entry.attempt} ${entry.link} ${entry.networkStatus} x${entry.times}`
    case 'passed-on':
      return `passed-on ${entry.attempt} ${entry.link} ${entry.networkStatus} ${entry.errorId}`
    case 'ended':
      return `ended ${entry.state}`
    default:
      return undefined
  }
}

interface Reported {
  readonly status: string
  readonly statusCode: number
  readonly statusDescription: string
  readonly externalId: string | null
  readonly deliveredAt: string | null
}

/** The delivery-receipt webhooks of a message, in order. */
async function reportedOf(smsId: number): Promise<readonly Reported[]> {
  const rows = await base.engine.sql<{ body: string }[]>`
    select body from webhook where subject_id = ${smsId} order by webhook_id`
  return rows.map(({ body }) => (JSON.parse(body) as { data: Reported }).data)
}

const codesOf = async (smsId: number) =>
  (await reportedOf(smsId)).map(({ status, statusCode }) => `${status} ${statusCode}`)

const countNotes = async () => (await base.engine.sql<{ n: number }[]>`select count(*) as n from message_history`)[0]?.n

describe('of a message on its way', () => {
  it('nothing is noted when the first link takes it', async (t) => {
    await startNode(t, linkWith())
    const notes = await countNotes()
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual(await stepsOf(smsId), ['answered 1/1 net/main accepted'])
    assert.equal(await countNotes(), notes)
  })

  interface Row {
    readonly name: string
    readonly text?: string
    readonly answers: readonly (readonly PartOutcome[])[]
    readonly steps: readonly string[]
    readonly codes: readonly string[]
  }
  const rows: readonly Row[] = [
    {
      name: 'put off by its network, once more, then taken: told to the client once',
      answers: [[TRY_LATER], [TRY_LATER]],
      steps: ['put-off 1 net/main ESME_RMSGQFUL', 'put-off 2 net/main ESME_RMSGQFUL', 'answered 3/1 net/main accepted'],
      codes: ['FAILED 5'],
    },
    {
      name: 'without an answer, sent again: the client hears of nothing',
      answers: [[UNKNOWN]],
      steps: ['answered 1/1 net/main unknown', 'put-off 1 net/main null', 'answered 2/1 net/main accepted'],
      codes: [],
    },
    {
      name: 'without an answer, then put off',
      answers: [[UNKNOWN], [TRY_LATER]],
      steps: [
        'answered 1/1 net/main unknown',
        'put-off 1 net/main null',
        'put-off 2 net/main ESME_RMSGQFUL',
        'answered 3/1 net/main accepted',
      ],
      codes: ['FAILED 5'],
    },
    {
      name: 'throttled three times: one entry',
      answers: [[THROTTLED], [THROTTLED], [THROTTLED]],
      steps: ['put-back 1 net/main ESME_RTHROTTLED x3', 'answered 1/1 net/main accepted'],
      codes: [],
    },
    {
      name: 'throttled before each of two attempts: one entry for each',
      answers: [[THROTTLED], [TRY_LATER], [THROTTLED]],
      steps: [
        'put-back 1 net/main ESME_RTHROTTLED x1',
        'put-off 1 net/main ESME_RMSGQFUL',
        'put-back 2 net/main ESME_RTHROTTLED x1',
        'answered 2/1 net/main accepted',
      ],
      codes: ['FAILED 5'],
    },
    {
      name: 'one part taken, the other put off: reported, with the id of the first',
      text: 'a'.repeat(200),
      answers: [[ACCEPTED, TRY_LATER]],
      steps: [
        'answered 1/1 net/main accepted',
        'answered 1/2 net/main left',
        'put-off 1 net/main ESME_RMSGQFUL',
        'answered 2/2 net/main accepted',
      ],
      codes: ['FAILED 5'],
    },
  ]
  for (const { name, text = 'hello', answers, steps, codes } of rows)
    it(name, async (t) => {
      const link = linkWith(...answers)
      link.answer = withOnly(link.answer)
      await startNode(t, link)
      const smsId = await send({ text })
      await untilState(smsId, 'submitted')
      await base.until(async () => (await stepsOf(smsId)).length === steps.length, 'all of it is noted')
      assert.deepEqual(await stepsOf(smsId), steps)
      assert.deepEqual(await codesOf(smsId), codes)
    })

  it('a link that refuses it for reasons of its own passes it on', async (t) => {
    const [first, second] = [new FakeLink('a'), new FakeLink('b')]
    first.answer = () => [REFUSED]
    await startNode(t, first, second)
    second.setUp(false)
    const smsId = await send()
    await base.until(() => first.submitted.length === 1, 'the first link has refused')
    second.setUp(true)
    await untilState(smsId, 'submitted')
    await base.until(async () => (await stepsOf(smsId)).length === 2, 'the refusal is noted')
    assert.deepEqual(await stepsOf(smsId), ['passed-on 1 net/a ESME_RINVSRCADR 12', 'answered 1/1 net/b accepted'])
  })

  it('an error that there is none of is left out', async (t) => {
    const [first, second] = [new FakeLink('a'), new FakeLink('b')]
    first.answer = () => [{ ...REFUSED, errorId: 2 ** 40, status: 'odd \0 \ud800'.repeat(100) }]
    await startNode(t, first, second)
    second.setUp(false)
    const smsId = await send()
    await base.until(() => first.submitted.length === 1, 'the first link has refused')
    second.setUp(true)
    await untilState(smsId, 'submitted')
    await base.until(async () => (await stepsOf(smsId)).length === 2, 'the refusal is noted')
    const [passed] = (await historyOf(smsId)).filter(({ kind }) => kind === 'passed-on')
    assert.ok(passed?.kind === 'passed-on' && passed.errorId === null && passed.networkStatus?.length === 255)
  })

  it('what ends it comes after what was noted', async (t) => {
    const link = linkWith()
    link.answer = () => [THROTTLED]
    await startNode(t, link)
    const smsId = await send({ validitySeconds: 3 })
    await untilState(smsId, 'expired')
    const steps = await stepsOf(smsId)
    assert.match(steps[0] ?? '', /^put-back 1 net\/main ESME_RTHROTTLED x/)
    assert.deepEqual(steps.slice(1), ['ended expired'])
  })

  it('a node that stops leaves its notes to the others', async (t) => {
    const busy = linkWith()
    busy.answer = () => [THROTTLED]
    const node = await startNode(t, busy)
    const smsId = await send()
    await base.until(() => busy.submitted.length === 2, 'it was throttled twice')
    await node.close()
    await startNode(t, linkWith())
    await untilState(smsId, 'submitted')
    assert.deepEqual(await stepsOf(smsId), [
      `put-back 1 net/main ESME_RTHROTTLED x${busy.submitted.length}`,
      'answered 1/1 net/main accepted',
    ])
  })
})

describe('a failure for the time being', () => {
  // spec: Message states | status | code 5 FAILED: for the time being
  it('is reported with its code, its time and no id', async (t) => {
    await startNode(t, linkWith([TRY_LATER]))
    const smsId = await send()
    await untilState(smsId, 'submitted')
    const putOff = (await historyOf(smsId)).find(({ kind }) => kind === 'put-off')
    const { address: channel } = (await base.engine.provisioning.listChannels(base.principal.clientId))[0] ?? {}
    assert.deepEqual(await reportedOf(smsId), [
      {
        messageId: String(smsId),
        externalId: null,
        mobile: '27821110000',
        channel,
        status: 'FAILED',
        statusCode: 5,
        statusDescription: 'Waiting for another delivery attempt',
        deliveredAt: putOff?.at?.toISOString(),
        clientId: base.principal.clientId,
        reference: null,
      },
    ])
  })

  it('is not told of a message without a URL', async (t) => {
    await startNode(t, linkWith([TRY_LATER]))
    const smsId = await send({ notifyUrl: undefined })
    await untilState(smsId, 'submitted')
    assert.deepEqual(await stepsOf(smsId), ['put-off 1 net/main ESME_RMSGQFUL', 'answered 2/1 net/main accepted'])
    assert.deepEqual(await reportedOf(smsId), [])
  })

  it('is reported for each of many messages at once', async (t) => {
    const link = new FakeLink()
    link.answer = (message) => (message.attempt < 3 ? [TRY_LATER] : accept(message))
    await startNode(t, link)
    const { entries } = await base.submit(
      { to: Array.from({ length: 50 }, (_, index) => `2782111${1000 + index}`), notifyUrl: 'https://client.test/dlr' },
      { priority: PRIORITIES.BULK },
    )
    const ids = entries.map(({ smsId }) => smsId as number)
    for (const smsId of ids) await untilState(smsId, 'submitted')
    for (const smsId of ids) assert.deepEqual(await codesOf(smsId), ['FAILED 5'])
  })
})

/** Answers only for the requested parts. */
function withOnly(answer: FakeLink['answer']): FakeLink['answer'] {
  return (message) => {
    const parts = answer(message)
    return message.only === null || parts instanceof Promise ? parts : parts.slice(0, message.only.length)
  }
}
