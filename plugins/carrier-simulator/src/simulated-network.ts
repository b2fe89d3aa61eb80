import type { Carrier, Clock, Health, Logger, Network } from '@heliograph/contracts'
import { linkNames, type SimulatorConfig } from './config.ts'
import { createDelays } from './delays.ts'
import { fateOf } from './fates.ts'
import type { Handsets } from './handsets.ts'
import { type Journal, noJournal, openJournal, type TakenPart } from './journal.ts'
import { type NetworkSide, SimulatedLink } from './link.ts'
import { createNetworkIds } from './network-ids.ts'
import { OwedReceipts } from './owed-receipts.ts'
import { ReceiptSender } from './receipt-sender.ts'
import { type SentRecord, Traffic, type TrafficCounts } from './traffic.ts'

export interface SimulatedNetworkOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly config: SimulatorConfig
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly handsets?: Handsets | undefined
}

export interface NetworkStats extends TrafficCounts {
  readonly links: readonly { readonly name: string; readonly up: boolean }[]
  readonly receipts: {
    /** Owed to the gateway: not due yet, waiting or under way. */
    readonly pending: number
    readonly sent: number
    /** Not accepted by the gateway, and sent again later. */
    readonly repeated: number
    readonly givenUp: number
  }
}

/** The network behind one instance: its links, and its record of traffic and receipts. */
export interface SimulatedNetwork {
  readonly carrier: Carrier
  /**
   * Opens the journal and starts the network, so that links can be opened. Throws when the journal cannot be opened.
   */
  open(): void
  /**
   * Takes the links down, and sends the receipts still owed, without their delay, until `signal` aborts or the gateway
   * refuses one.
   */
  close(signal: AbortSignal): Promise<void>
  health(): Health
  stats(): NetworkStats
  /** The newest `limit` submits, or the first `limit` after number `after`; oldest first. */
  sent(limit: number, after?: number): readonly SentRecord[]
}

/** How long a receipt may be under way before it counts as lost, together with its process. */
const OWED_GRACE_MS = 5_000

interface Connection {
  readonly link: SimulatedLink
  readonly sender: ReceiptSender
}

export function createSimulatedNetwork(options: SimulatedNetworkOptions): SimulatedNetwork {
  const { config, clock, logger } = options
  const traffic = new Traffic(config.history)
  const delays = createDelays(clock)
  let journal: Journal = noJournal
  let opened = false
  let closed = false
  const side: NetworkSide = {
    now: () => clock.now(),
    delays,
    ids: createNetworkIds(clock.now()),
    traffic,
    handsets: options.handsets,
    journal: () => journal,
  }
  const connections = linkNames(config).map((name) => createConnection(options, name, side))

  const owed = new OwedReceipts({
    ...options,
    graceMs: config.receiptDelayMs + OWED_GRACE_MS,
    isOwn: (networkId) => side.ids.isOwn(networkId),
    send: (receipts) => connections[0]?.sender.add(receipts),
  })

  return {
    carrier: { links: connections.map(({ link }) => link) },
    open() {
      if (config.journal !== undefined) {
        const { journal: file, earlier } = openJournal(config.journal, clock, logger)
        journal = file
        recall(earlier, traffic, connections[0]?.sender)
      }
      opened = true
      for (const { link } of connections) link.start()
      if (config.receipts && config.receiptParts === 'all') owed.open()
    },
    async close(signal) {
      if (!opened || closed) return
      closed = true
      owed.close()
      for (const { link } of connections) link.stop()
      delays.hurry()
      for (const { sender } of connections) sender.release()
      await Promise.all(connections.map(({ sender }) => sender.drained(signal)))
      for (const { sender } of connections) sender.close()
      journal.close()
    },
    health: () => healthOf(connections, journal),
    stats: () => statsOf(connections, traffic),
    sent: (limit, after) => traffic.sent(limit, after),
  }
}

function createConnection(given: SimulatedNetworkOptions, name: string, side: NetworkSide): Connection {
  const { carrier, config, network, clock, logger } = given
  const { window } = config
  const { journal } = side
  const options = { carrier, network, logger: logger.child({ link: name }) }
  const sender = new ReceiptSender({ ...options, journal, clock, window })
  const link = new SimulatedLink(
    {
      ...options,
      name,
      window,
      partsPerSecond: config.rate,
      receipts: config.receiptParts,
      sendsReceipts: config.receipts,
      submitDelayMs: config.submitDelayMs,
      receiptDelayMs: config.receiptDelayMs,
      receiptBacklog: config.receiptBacklog,
      responseTimeoutMs: config.responseTimeoutMs,
      reconnectMs: config.reconnectMs,
    },
    side,
    sender,
  )
  return { link, sender }
}

/** Includes the parts of earlier runs in the counts, and sends the receipts that they owed once the links are up. */
function recall(earlier: readonly TakenPart[], traffic: Traffic, sender: ReceiptSender | undefined): void {
  for (const { part, smsId } of earlier) traffic.recall(smsId, part)
  sender?.hold()
  sender?.add(
    earlier.flatMap(({ networkId, to, at, owesReceipt }) => {
      const content = fateOf(to).receipt
      return owesReceipt && content !== null ? [{ networkId, to, content, doneAt: new Date(at) }] : []
    }),
  )
}

function healthOf(connections: readonly Connection[], journal: Journal): Health {
  const used = connections.filter(({ link }) => link.status().state !== 'standby')
  const down = used.filter(({ link }) => !link.isUp()).map(({ link }) => link.name)
  if (used.length > 0 && down.length === used.length) return { status: 'down', reason: 'no link is up' }
  if (journal.failure !== undefined) return { status: 'degraded', reason: `journal: ${journal.failure.message}` }
  return down.length === 0 ? { status: 'ok' } : { status: 'degraded', reason: `down: ${down.join(', ')}` }
}

function statsOf(connections: readonly Connection[], traffic: Traffic): NetworkStats {
  const total = { sent: 0, repeated: 0, givenUp: 0 }
  let pending = 0
  for (const { link, sender } of connections) {
    const counts = sender.counts()
    pending += link.pendingReceipts
    total.sent += counts.sent
    total.repeated += counts.repeated
    total.givenUp += counts.givenUp
  }
  return {
    links: connections.map(({ link }) => ({ name: link.name, up: link.isUp() })),
    ...traffic.counts(),
    receipts: { pending, ...total },
  }
}
