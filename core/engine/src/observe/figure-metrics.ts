import { type Gauge, type Metrics, PRIORITIES, type PriorityName } from '@heliograph/contracts'
import type { WaitingMessages } from '../outbound/batches/waiting-messages.ts'
import type { DeploymentFigures, SlowFigures } from './deployment-figures.ts'

/** Everything that was read together. */
export interface Figures {
  readonly waiting: readonly WaitingMessages[]
  readonly deployment: DeploymentFigures
  readonly slow: SlowFigures
  /** When the faster ones were read, by a clock that only grows. */
  readonly readAt: number
}

const PRIORITY_ENTRIES = Object.entries(PRIORITIES) as readonly [PriorityName, number][]

/**
 * Shows what was read last. Every node shows the same, so the maximum over nodes is what counts. A chore, or a kind of
 * data that is kept, is shown from when it is first found.
 */
export class FigureMetrics {
  readonly #metrics: Metrics
  readonly #latest: () => Figures
  readonly #choreEnded: Gauge
  readonly #choreFailed: Gauge
  readonly #chores = new Set<string>()
  readonly #oldest: Gauge
  readonly #overdue: Gauge
  readonly #data = new Set<string>()

  constructor(metrics: Metrics, latest: () => Figures, clocks: { steady(): number; wall(): number }) {
    this.#metrics = metrics
    this.#latest = latest
    const ended = 'When a chore last ended, since the epoch; 0: never'
    this.#choreEnded = metrics.gauge('chore_ended_timestamp_seconds', ended, ['chore'])
    this.#choreFailed = metrics.gauge('chore_failed', '1 while the last run of a chore that ended has failed', [
      'chore',
    ])
    const oldest = 'Age of the oldest data of this kind that retention has not come to'
    this.#oldest = metrics.gauge('retention_oldest_seconds', oldest, ['data'])
    const overdue = 'For how long some data of this kind should have been removed, 0 for none'
    this.#overdue = metrics.gauge('retention_overdue_seconds', overdue, ['data'])
    this.#showQueue(clocks.wall)
    this.#showDeployment()
    this.#showSlow()
    metrics
      .gauge('figures_age_seconds', 'How old the figures are that come from the database')
      .collect(() => Math.max(0, clocks.steady() - latest().readAt) / 1000)
  }

  /** Call when figures have been read. What is not found any more has no value. */
  read(): void {
    for (const { name: chore } of this.#latest().slow.chores) {
      if (this.#chores.has(chore)) continue
      this.#chores.add(chore)
      const find = () => this.#latest().slow.chores.find(({ name }) => name === chore)
      this.#choreEnded.collect(() => find()?.endedAt ?? Number.NaN, { chore })
      this.#choreFailed.collect(() => Number(find()?.hasFailed ?? Number.NaN), { chore })
    }
    for (const { data } of this.#latest().slow.kept) {
      if (this.#data.has(data)) continue
      this.#data.add(data)
      const find = () => this.#latest().slow.kept.find((each) => each.data === data)
      this.#oldest.collect(() => find()?.oldestSeconds ?? Number.NaN, { data })
      this.#overdue.collect(() => find()?.overdueSeconds ?? Number.NaN, { data })
    }
  }

  #showQueue(wall: () => number): void {
    const names = ['priority']
    const help = 'Messages that are due and not settled, over all routes; of each at most those in 20,000 batches'
    const messages = this.#metrics.gauge('queue_waiting_messages', help, names)
    const oldest = this.#metrics.gauge(
      'queue_oldest_seconds',
      'How long the oldest of these messages has been due',
      names,
    )
    for (const [priority, number] of PRIORITY_ENTRIES) {
      const own = () => this.#latest().waiting.filter((row) => row.priority === number)
      messages.collect(() => own().reduce((sum, row) => sum + row.messages, 0), { priority })
      oldest.collect(() => own().reduce((age, row) => Math.max(age, (wall() - row.oldestAt.getTime()) / 1000), 0), {
        priority,
      })
    }
  }

  #showDeployment(): void {
    const show = (name: string, help: string, read: (figures: DeploymentFigures) => number) =>
      this.#metrics.gauge(name, help).collect(() => read(this.#latest().deployment))
    show('nodes', 'Living nodes of the deployment', ({ nodes }) => nodes)
    show(
      'nodes_oldest_heartbeat_seconds',
      'How long ago the quietest living node wrote its heartbeat; at 15 it counts as dead',
      ({ oldestHeartbeatSeconds }) => oldestHeartbeatSeconds,
    )
    show('links_unleased', 'Links that nodes are configured with and none has', ({ unleasedLinks }) => unleasedLinks)
    show(
      'webhooks_oldest_due_seconds',
      'For how long the webhook that was due first has waited for a node',
      ({ webhooks }) => webhooks.dueSeconds,
    )
    show(
      'webhooks_oldest_waiting_seconds',
      'For how long the oldest webhook has waited, also for its next attempt or for an endpoint that fails',
      ({ webhooks }) => webhooks.waitingSeconds,
    )
    show(
      'webhooks_paused_endpoints',
      'Endpoints over all nodes that failed so often that only probes are sent to them: open circuits',
      ({ webhooks }) => webhooks.pausedEndpoints,
    )
    show(
      'receipts_unmatched',
      'Receipts that fit no message so far, at most 10,000',
      ({ unmatched }) => unmatched.receipts,
    )
    show(
      'receipts_oldest_unmatched_seconds',
      'For how long the oldest receipt that fits no message has waited for it',
      ({ unmatched }) => unmatched.oldestSeconds,
    )
  }

  #showSlow(): void {
    const show = (name: string, help: string, read: (figures: SlowFigures) => number) =>
      this.#metrics.gauge(name, help).collect(() => read(this.#latest().slow))
    show(
      'clients_low_credit',
      'Enabled prepaid clients with less credit than defaults.lowCredit',
      ({ lowCreditClients }) => lowCreditClients,
    )
    show('database_size_bytes', 'Size of the database', ({ databaseOctets }) => databaseOctets)
    show('schema_version', 'The last migration of the database', ({ schemaVersion }) => schemaVersion)
  }
}
