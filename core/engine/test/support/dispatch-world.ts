import { after, before, type TestContext } from 'node:test'
import { type Clock, type PartOutcome, PRIORITIES, systemClock } from '@heliograph/contracts'
import { type Harness, type HarnessOptions, startEngine } from './engine-harness.ts'
import { accept, carrierOf, type FakeLink } from './fake-carrier.ts'

export const refused = (fault: 'message' | 'destination' | 'route' | 'link'): PartOutcome => ({
  kind: 'refused',
  fault,
  status: 'ESME_RINVDSTADR',
  errorId: 12,
})
export const THROTTLED: PartOutcome = { kind: 'throttled', status: 'ESME_RTHROTTLED' }
export const TRY_LATER: PartOutcome = { kind: 'try-later', status: 'ESME_RMSGQFUL' }

/** Answers with the outcomes one after the other, then takes everything. */
export function script(...outcomes: readonly PartOutcome[]): FakeLink['answer'] {
  let next = 0
  return (message) => {
    const outcome = outcomes[next]
    next += 1
    return outcome === undefined ? accept(message) : [outcome]
  }
}

export const handed = (link: FakeLink) => link.submitted.map(({ smsId, attempt }) => [smsId, attempt])

/** What is looked for every second is never looked for. */
export const WITHOUT_POLLS: Clock = {
  now: systemClock.now,
  after: (delayMs, callback) => systemClock.after(delayMs === 1_000 ? 3_600_000 : delayMs, callback),
}

interface Stored {
  readonly state: string
  readonly attempt: number
  readonly error_id: number | null
  readonly network_status: string | null
}

/** A deployment for the tests of a file; each test starts a node with links of its own, and sends. */
export function useDispatch() {
  let base: Harness
  before(async () => {
    base = await startEngine({ credit: '1000' })
    const [channel] = await base.engine.sql<{ channel_id: number }[]>`select channel_id from channel`
    const channelId = channel?.channel_id as number
    await base.engine.provisioning.setChannel({ channelId, dlrUrl: 'https://client.test/dlr' })
  })
  after(() => base.close())

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

  return {
    /** The engine that accepts the messages; from `before` on. */
    get base(): Harness {
      return base
    },
    startNode,
    send,
    stateOf,
    openOf,
    untilState,
    partsOf,
    eventsOf,
  }
}
