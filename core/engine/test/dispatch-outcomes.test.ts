import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { type Clock, type OutgoingMessage, type PartOutcome, PRIORITIES, systemClock } from '@heliograph/contracts'
import { type Harness, type HarnessOptions, startEngine } from './support/engine-harness.ts'
import { accept, carrierOf, FakeLink, networkIdOf } from './support/fake-carrier.ts'

const refused = (fault: 'message' | 'destination' | 'route' | 'link'): PartOutcome => ({
  kind: 'refused',
  fault,
  status: 'ESME_RINVDSTADR',
  errorId: 12,
})
const THROTTLED: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }
const TRY_LATER: PartOutcome = { kind: 'try-later', status: 'ESME_RMSGQFUL' }

/** Answers with the outcomes one after the other, then takes everything. */
function script(...outcomes: readonly PartOutcome[]): FakeLink['answer'] {
  let next = 0
  return (message) => {
    const outcome = outcomes[next]
    next += 1
    return outcome === undefined ? accept(message) : [outcome]
  }
}

let base: Harness
before(async () => {
  base = await startEngine({ credit: '1000' })
  const [channel] = await base.engine.sql<{ channel_id: number }[]>`select channel_id from channel`
  const channelId = channel?.channel_id as number
  await base.engine.provisioning.setChannel({ channelId, dlrUrl: 'https://client.test/dlr' })
})
after(() => base.close())

/** What is looked for every second is never looked for. */
const WITHOUT_POLLS: Clock = {
  now: systemClock.now,
  after: (delayMs, callback) => systemClock.after(delayMs === 1_000 ? 3_600_000 : delayMs, callback),
}

async function startNode(t: TestContext, links: readonly FakeLink[], options: Partial<HarnessOptions> = {}) {
  const carriers = new Map([['net', carrierOf(...links)]])
  const node = await startEngine({
    joinTo: base,
    carriers,
    roles: ['dispatch', 'cron'],
    settings: { dispatch: { retryDelaysSeconds: [0.05] }, ...options.settings },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  })
  t.after(async () => {
    await node.close()
    // What one test left waiting must not reach the next.
    await base.engine.sql`delete from batch`
  })
  return node
}

async function send(message: Parameters<Harness['submit']>[0] = {}, priority: number = PRIORITIES.HIGH) {
  const { entries } = await base.submit(message, { priority: priority as 10 })
  return entries[0]?.smsId as number
}

interface Stored {
  readonly state: string
  readonly attempt: number
  readonly error_id: number | null
  readonly network_status: string | null
}

async function stateOf(smsId: number): Promise<Stored | undefined> {
  const [row] = await base.engine.sql<Stored[]>`
    select state::text as state, attempt, error_id, network_status from message_state where sms_id = ${smsId}`
  return row
}

/** The open attempts at a message, as `attempt link`. */
const openOf = async (smsId: number) =>
  (
    await base.engine.sql<{ attempt: number; link: string }[]>`
      select attempt, link from attempt where sms_id = ${smsId} order by attempt`
  ).map(({ attempt, link }) => `${attempt} ${link}`)

const untilState = (smsId: number, state: string) =>
  base.until(async () => (await stateOf(smsId))?.state === state, `${smsId} is ${state}`)

const partsOf = async (smsId: number) => [
  ...(await base.engine.sql`
    select attempt, part, state::text as state, link, network_id from submission
    where sms_id = ${smsId} order by attempt, part`),
]

/** Statuses of the delivery-receipt webhooks of a message. */
async function eventsOf(smsId: number): Promise<readonly string[]> {
  const rows = await base.engine.sql<{ body: string }[]>`
    select body from webhook where subject_id = ${smsId} order by webhook_id`
  return rows.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status)
}

const handed = (link: FakeLink) => link.submitted.map(({ smsId, attempt }) => [smsId, attempt])

describe('an answer of a link', () => {
  const SENT: readonly (readonly [what: string, answers: readonly PartOutcome[], asks: boolean, reported: string[]])[] =
    [
      ['is told to a client that asks for it', [], true, ['PENDING 1']],
      ['is not told to others', [], false, []],
      ['is told after a repetition', [TRY_LATER], true, ['FAILED 5', 'PENDING 1']],
      ['is not, when it is a refusal', [refused('message')], true, ['FAILED 4']],
    ]
  for (const [what, answers, sentReceipt, reported] of SENT)
    it(`taken: ${what}`, async (t) => {
      const link = new FakeLink()
      link.answer = script(...answers)
      await startNode(t, [link])
      const smsId = await send({ sentReceipt })
      await untilState(smsId, reported.includes('FAILED 4') ? 'refused-by-network' : 'submitted')
      const rows = await base.engine.sql<{ body: string }[]>`
        select body from webhook where subject_id = ${smsId} order by webhook_id`
      const receipts = rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data)
      assert.deepEqual(
        receipts.map(({ status, statusCode }) => `${status} ${statusCode}`),
        reported,
      )
      const last = receipts.at(-1)
      if (last?.statusCode === 1) assert.equal(last.externalId, networkIdOf(smsId, answers.length + 1, 1))
    })

  // spec: Outgoing message request (v2) | rule | messages[].text is split when long
  it('taken: submitted, with the network’s id of each part', async (t) => {
    const link = new FakeLink()
    await startNode(t, [link])
    const smsId = await send({ text: 'a'.repeat(400) })
    await untilState(smsId, 'submitted')
    assert.deepEqual(
      await partsOf(smsId),
      [1, 2, 3].map((part) => ({
        attempt: 1,
        part,
        state: 'submitted',
        link: 'net/main',
        network_id: `n-${smsId}-1-${part}`,
      })),
    )
    assert.deepEqual(await eventsOf(smsId), [])
  })

  it('throttled three times: the same message first, then taken as one attempt', async (t) => {
    const link = new FakeLink()
    link.window = 1
    link.answer = script(THROTTLED, THROTTLED)
    await startNode(t, [link])
    const [first, second] = [await send(), await send()]
    await untilState(second, 'submitted')
    assert.deepEqual(handed(link), [
      [first, 1],
      [first, 1],
      [first, 1],
      [second, 1],
    ])
    assert.equal((await stateOf(first))?.attempt, 1)
  })

  it('try later: again after the wait, as the next attempt, while others go on', async (t) => {
    const link = new FakeLink()
    link.answer = (message) => (message.attempt < 3 ? [TRY_LATER] : accept(message))
    await startNode(t, [link])
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual(handed(link), [
      [smsId, 1],
      [smsId, 2],
      [smsId, 3],
    ])
    assert.deepEqual(await partsOf(smsId), [
      { attempt: 3, part: 1, state: 'submitted', link: 'net/main', network_id: `n-${smsId}-3-1` },
    ])
  })

  it('try later: waits in Postgres as retrying', async (t) => {
    const link = new FakeLink()
    link.answer = () => [TRY_LATER]
    await startNode(t, [link], { settings: { dispatch: { retryDelaysSeconds: [3_600] } } })
    const smsId = await send()
    await untilState(smsId, 'retrying')
    assert.equal((await stateOf(smsId))?.network_status, 'ESME_RMSGQFUL')
    const [batch] = await base.engine.sql<{ wait: number; sms_ids: number[] }[]>`
      select extract(epoch from due_at - now())::float8 as wait, sms_ids from batch where owner is null`
    assert.ok((batch?.wait ?? 0) > 3_500)
    assert.deepEqual(batch?.sms_ids, [smsId])
  })

  it('refused: final, with one event and no refund', async (t) => {
    const link = new FakeLink()
    link.answer = () => [refused('destination')]
    await startNode(t, [link])
    const credit = await base.creditOf()
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
    assert.deepEqual(await stateOf(smsId), {
      state: 'refused-by-network',
      attempt: 1,
      error_id: 12,
      network_status: 'ESME_RINVDSTADR',
    })
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
    assert.equal(Number(await base.creditOf()).toFixed(2), (Number(credit) - 0.05).toFixed(2))
  })

  it('not sent: first again when the link is up', async (t) => {
    const link = new FakeLink()
    link.answer = script({ kind: 'not-sent' })
    await startNode(t, [link])
    const smsId = await send()
    await untilState(smsId, 'submitted')
    assert.deepEqual(handed(link), [
      [smsId, 1],
      [smsId, 1],
    ])
  })

  it('that Postgres cannot store: the outcome is unknown, and others are recorded', async (t) => {
    const link = new FakeLink()
    const huge = Array.from({ length: 9_000 }, () => Math.random().toString(36)[2]).join('')
    link.answer = (message) => (message.text === 'huge' ? [{ kind: 'accepted', networkId: huge }] : accept(message))
    const node = await startNode(t, [link])
    const [before, bad, behind] = await Promise.all([send(), send({ text: 'huge' }), send()])
    await Promise.all([untilState(before, 'submitted'), untilState(bad, 'unknown'), untilState(behind, 'submitted')])
    assert.match(node.log.dump(), /an answer cannot be recorded/)
  })
})

describe('two links of one route', () => {
  function twoLinks() {
    const [first, second] = [new FakeLink('a'), new FakeLink('b')] as const
    first.answer = () => [refused('route')]
    return { first, second }
  }

  it('what one refuses for the route, the other gets', async (t) => {
    const { first, second } = twoLinks()
    second.setUp(false)
    await startNode(t, [first, second])
    const smsId = await send()
    await base.until(() => first.submitted.length === 1, 'the first link has refused')
    second.setUp(true)
    await untilState(smsId, 'submitted')
    assert.deepEqual([handed(first), handed(second)], [[[smsId, 1]], [[smsId, 1]]])
    assert.equal((await partsOf(smsId))[0]?.link, 'net/b')
  })

  it('what waits for the other link holds up nobody', async (t) => {
    const { first, second } = twoLinks()
    first.answer = (message) => (message.text === 'odd' ? [refused('route')] : accept(message))
    second.setUp(false)
    await startNode(t, [first, second])
    const odd = await send({ text: 'odd' })
    const plain = [await send(), await send()]
    for (const smsId of plain) await untilState(smsId, 'submitted')
    assert.equal(await stateOf(odd), undefined)
    second.setUp(true)
    await untilState(odd, 'submitted')
  })

  it('what both refuse is refused', async (t) => {
    const { first, second } = twoLinks()
    second.answer = () => [refused('link')]
    await startNode(t, [first, second])
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
    assert.equal(first.submitted.length + second.submitted.length, 2)
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
  })

  it('what is refused for the message goes nowhere else', async (t) => {
    const [first, second] = [new FakeLink('a'), new FakeLink('b')]
    for (const link of [first, second]) link.answer = () => [refused('message')]
    await startNode(t, [first, second])
    const smsId = await send()
    await untilState(smsId, 'refused-by-network')
    assert.equal(first.submitted.length + second.submitted.length, 1)
  })
})

describe('an outcome nobody knows', () => {
  it('under resend: sent again so often, then it waits for a receipt', async (t) => {
    const link = new FakeLink()
    link.answer = () => [{ kind: 'unknown' }]
    await startNode(t, [link], { settings: { dispatch: { retryDelaysSeconds: [0.01], maxResends: 2 } } })
    const smsId = await send()
    await untilState(smsId, 'unknown')
    assert.deepEqual(handed(link), [
      [smsId, 1],
      [smsId, 2],
      [smsId, 3],
    ])
    assert.deepEqual(
      (await partsOf(smsId)).map(({ attempt, state }) => [attempt, state]),
      [1, 2, 3].map((attempt) => [attempt, 'unknown']),
    )
    assert.deepEqual(await eventsOf(smsId), [])
  })

  it('under hold: not sent again; its attempt was opened before the link saw it', async (t) => {
    const link = new FakeLink()
    const seen: (string | undefined)[] = []
    link.answer = async (message) => {
      seen.push((await openOf(message.smsId))[0])
      return [{ kind: 'unknown' }]
    }
    await startNode(t, [link])
    const smsId = await send({}, PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
    assert.deepEqual(seen, ['1 net/main'])
    assert.deepEqual(await openOf(smsId), [])
    assert.deepEqual(handed(link), [[smsId, 1]])
  })

  for (const { policy, priority, isOpened } of [
    { policy: 'hold', priority: PRIORITIES.CRITICAL, isOpened: true },
    { policy: 'resend', priority: PRIORITIES.BULK, isOpened: false },
  ] as const) {
    it(`a link’s own policy ${policy} beats the priority’s`, async (t) => {
      const link = new FakeLink()
      let open: readonly string[] = []
      link.answer = async (message: OutgoingMessage) => {
        open = await openOf(message.smsId)
        return accept(message)
      }
      await startNode(t, [link], { settings: { links: { 'net/main': { unknownOutcome: policy } } } })
      const smsId = await send({}, priority)
      await untilState(smsId, 'submitted')
      assert.deepEqual(open, isOpened ? ['1 net/main'] : [])
      assert.deepEqual(await openOf(smsId), [])
    })
  }

  it('the policy of the client and that of the interface decide when the answer is lost', async (t) => {
    const { clientId } = base.principal
    const policies = { clients: { [clientId]: 'hold' }, interfaces: { test: 'resend' } } as const
    const link = new FakeLink()
    link.answer = async () => [{ kind: 'unknown' }]
    await startNode(t, [link], { settings: { submissions: { unknownOutcome: policies } } })
    await untilState(await send({}, PRIORITIES.CRITICAL), 'unknown')
  })

  it('the policy of the interface decides for other clients', async (t) => {
    const policies = { clients: { 1: 'hold' }, interfaces: { test: 'resend' } } as const
    const link = new FakeLink()
    link.answer = async () => [{ kind: 'unknown' }]
    await startNode(t, [link], { settings: { submissions: { unknownOutcome: policies } } })
    await untilState(await send({}, PRIORITIES.BULK), 'retrying')
  })

  it('a link that rejects, against its contract, counts as unknown', async (t) => {
    const link = new FakeLink()
    link.answer = () => Promise.reject(new Error('bug of a carrier'))
    await startNode(t, [link])
    const smsId = await send({}, PRIORITIES.NORMAL)
    await untilState(smsId, 'unknown')
  })
})

describe('a link that is down', () => {
  it('nothing is claimed; all goes out at once when it is up', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    await startNode(t, [link], { clock: WITHOUT_POLLS })
    for (const priority of Object.values(PRIORITIES)) await send({}, priority)
    const [row] = await base.engine.sql<{ waiting: number; owned: number }[]>`
      select count(*) as waiting, count(owner) as owned from batch`
    assert.deepEqual(row, { waiting: 5, owned: 0 })
    link.setUp(true)
    await base.until(() => link.submitted.length === 5, 'all are handed over, without a poll')
  })
})

describe('a message whose validity is over', () => {
  it('is not sent but ended, credited back and told once', async (t) => {
    const link = new FakeLink()
    link.setUp(false)
    await startNode(t, [link])
    const credit = await base.creditOf()
    const smsId = await send({ validitySeconds: 0 })
    const valid = await send()
    link.setUp(true)
    await untilState(smsId, 'expired')
    await untilState(valid, 'submitted')
    assert.deepEqual(handed(link), [[valid, 1]])
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED'])
    assert.equal(Number(await base.creditOf()).toFixed(2), (Number(credit) - 0.05).toFixed(2))
  })

  it('between two attempts is ended before the next', async (t) => {
    const link = new FakeLink()
    link.answer = () => [TRY_LATER]
    await startNode(t, [link], { settings: { dispatch: { retryDelaysSeconds: [3.1] } } })
    const smsId = await send({ validitySeconds: 3 })
    await untilState(smsId, 'expired')
    assert.deepEqual(handed(link), [[smsId, 1]])
    assert.deepEqual(await eventsOf(smsId), ['FAILED', 'EXPIRED'])
  })

  it('after its attempt was opened and it came back unsent is ended and credited back as well', async (t) => {
    const link = new FakeLink()
    link.answer = () => {
      link.setUp(false)
      return [{ kind: 'not-sent' }]
    }
    await startNode(t, [link])
    const credit = await base.creditOf()
    const smsId = await send({ validitySeconds: 3 }, PRIORITIES.NORMAL)
    await base.until(() => link.submitted.length === 1, 'it came back')
    await base.until(async () => (await openOf(smsId)).length === 0, 'its attempt is closed')
    await base.until(async () => {
      const [row] = await base.engine.sql<{ over: boolean }[]>`
        select accepted_at + interval '3.1 seconds' < now() as over from message where sms_id = ${smsId}`
      return row?.over ?? false
    }, 'its validity is over')
    link.setUp(true)
    await untilState(smsId, 'expired')
    assert.equal(await base.creditOf(), credit)
    assert.deepEqual(await eventsOf(smsId), ['EXPIRED'])
  })
})

describe('a route without links', () => {
  it('refuses its messages, credits them back and tells once', async (t) => {
    const credit = await base.creditOf()
    await startNode(t, [])
    const smsId = await send()
    await untilState(smsId, 'no-route')
    assert.equal(await base.creditOf(), credit)
    assert.deepEqual(await eventsOf(smsId), ['FAILED'])
  })
})

describe('a link without receipts', () => {
  it('ends a message when the network took all parts of it, and tells the client', async (t) => {
    const link = new FakeLink()
    link.receipts = 'none'
    await startNode(t, [link])
    const smsId = await send({ text: 'a'.repeat(200) })
    await untilState(smsId, 'delivered')
    const [row] = await base.engine.sql<{ is_done: boolean; was_sent: boolean; parts: string[]; body: string }[]>`
      select done_at is not null as is_done, submitted_at is not null as was_sent,
        array(select state::text from submission where sms_id = ${smsId} and done_at is not null) as parts,
        (select body from webhook where subject_id = ${smsId}) as body
      from message_state where sms_id = ${smsId}`
    assert.deepEqual([row?.is_done, row?.was_sent, row?.parts], [true, true, ['delivered', 'delivered']])
    const { data } = JSON.parse(row?.body as string) as { data: { status: string; externalId: string } }
    assert.deepEqual([data.status, data.externalId], ['DELIVERED', networkIdOf(smsId, 1, 1)])
  })
})
