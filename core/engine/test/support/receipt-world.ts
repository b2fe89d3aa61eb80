import { after, before } from 'node:test'
import { type NetworkReceipt, PRIORITIES } from '@heliograph/contracts'
import type { ReceiptTools } from '../../src/outbound/receipts/process-receipts.ts'
import { type Harness, startEngine, systemClock } from './engine-harness.ts'
import { carrierOf, FakeLink } from './fake-carrier.ts'
import { createReceiptTools } from './receipt-tools.ts'

/** An engine with one link, the tools that process receipts, and what becomes of messages. */
export interface ReceiptWorld {
  readonly harness: Harness
  readonly link: FakeLink
  /** The tools with which the tests themselves process receipts. */
  readonly tools: ReceiptTools & { floor: number; policy: 'all' | 'first' | 'last' }
  /** Submits a message whose parts the network has under these ids. */
  submitted(
    networkIds: readonly string[],
    options?: { readonly to?: string; readonly priority?: number },
  ): Promise<{ readonly smsId: number; readonly to: string }>
  stateOf(smsId: number): Promise<string>
  untilState(smsId: number, state: string): Promise<void>
  /** Gives a receipt from the network. */
  give(networkId: string, change?: Partial<NetworkReceipt>): Promise<void>
  /** Statuses of the webhooks of a message, in order. */
  eventsOf(smsId: number): Promise<readonly string[]>
  /** Ids of the receipts that wait for their messages, in order. */
  waiting(): Promise<readonly string[]>
  /** Makes the waiting receipts older. */
  age(seconds: number): Promise<unknown>
  /** Removes the waiting receipts. */
  forget(): Promise<unknown>
}

export function receipt(networkId: string, change: Partial<NetworkReceipt> = {}): NetworkReceipt {
  return {
    carrier: 'net',
    networkId,
    status: 'delivered',
    networkStatus: 'DELIVRD',
    errorId: null,
    doneAt: new Date(),
    ...change,
  }
}

/** A world for the tests of one file. Usable once the tests run. */
export function useReceipts(): ReceiptWorld {
  const link = new FakeLink()
  const world = { link } as { -readonly [K in keyof ReceiptWorld]: ReceiptWorld[K] }
  let serial = 0

  before(async () => {
    // Without the role `cron`, so that only the tests sweep.
    const harness = await startEngine({ carriers: new Map([['net', carrierOf(link)]]), roles: ['dispatch'] })
    const { sql, provisioning } = harness.engine
    const [channel] = await sql<{ channel_id: number }[]>`select channel_id from channel`
    await provisioning.setChannel({ channelId: channel?.channel_id as number, dlrUrl: 'https://client.test/dlr' })
    const tools: ReceiptWorld['tools'] = {
      ...createReceiptTools(sql, systemClock),
      floor: 0,
      policy: 'all',
      floorId: () => tools.floor,
      receiptsOf: () => tools.policy,
    }
    Object.assign(world, { harness, tools })
  })
  after(() => world.harness.close())

  world.submitted = async (networkIds, { to, priority = PRIORITIES.HIGH } = {}) => {
    serial += 1
    const recipient = to ?? `2783${String(serial).padStart(7, '0')}`
    link.answer = () => networkIds.map((networkId) => ({ kind: 'accepted', networkId }))
    const text = networkIds.length === 1 ? 'x' : 'a'.repeat(153 * networkIds.length)
    const { entries } = await world.harness.submit({ to: recipient, text }, { priority: priority as 10 })
    const smsId = entries[0]?.smsId as number
    await world.harness.until(async () => (await world.stateOf(smsId)) !== 'queued', 'its answer is recorded')
    return { smsId, to: recipient }
  }
  world.stateOf = async (smsId) => (await world.harness.stateOf(smsId)) as string
  world.untilState = (smsId, state) =>
    world.harness.until(async () => (await world.stateOf(smsId)) === state, `${smsId} is ${state}`)
  world.give = (networkId, change) => world.harness.engine.network.receipt(receipt(networkId, change))
  world.eventsOf = async (smsId) => {
    const rows = await world.harness.engine.sql<{ body: string }[]>`
      select body from webhook where subject_id = ${smsId} order by webhook_id`
    return rows.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status)
  }
  world.waiting = async () => {
    const rows = await world.harness.engine.sql<{ network_id: string }[]>`
      select network_id from unmatched_receipt order by receipt_id`
    return rows.map((row) => row.network_id)
  }
  world.age = (seconds) => world.harness.engine.sql`
    update unmatched_receipt set received_at = received_at - ${seconds}::integer * interval '1 second',
      due_at = due_at - ${seconds}::integer * interval '1 second'`
  world.forget = () => world.harness.engine.sql`delete from unmatched_receipt`
  return world
}
