import { PoolMetrics } from '../database/pool-metrics.ts'
import { showReplica } from '../database/replica/replica-metrics.ts'
import type { EngineOptions } from '../engine-options.ts'
import type { OutboundNeeds, OutboundWing } from '../outbound/outbound-wing.ts'
import { LookLoop } from '../ownership/look-loop.ts'
import { type DeploymentFigures, loadFigures, loadSlowFigures, type SlowFigures } from './deployment-figures.ts'
import { FigureMetrics } from './figure-metrics.ts'
import { type Survey, surveyDeployment } from './survey.ts'

/** How often the figures of the deployment are read ... */
const READ_MS = 10_000
/** ... and those that change slowly. */
const READ_SLOW_MS = 60_000

/** What monitoring sees beyond what each part of the node counts itself. A scrape asks the database nothing. */
export interface ObserveWing {
  start(): void
  stop(): Promise<void>
  /** Reads the figures now, whenever they were read last. */
  read(): Promise<void>
  /** See `Engine.survey`. */
  survey(): Promise<Survey>
}

export interface ObserveNeeds extends OutboundNeeds {
  readonly outbound: Pick<OutboundWing, 'waiting'>
}

export function createObserveWing(options: EngineOptions, { database, outbound }: ObserveNeeds): ObserveWing {
  const { logger, metrics, settings } = options
  const { clock, steady, pools } = database
  const probes = new PoolMetrics(pools, steady.now, metrics)
  if (database.replica !== undefined) showReplica(database.replica, metrics)
  const limits = { lowCredit: settings.defaults.lowCredit, kept: settings.retention }
  let deployment: DeploymentFigures
  let slow: SlowFigures
  let readAt = 0
  let slowReadAt = Number.NEGATIVE_INFINITY
  let shown: FigureMetrics | undefined

  async function read(): Promise<void> {
    // One after the other, over the pool that dispatch looks with.
    await outbound.waiting.look()
    deployment = await loadFigures(pools.work)
    readAt = steady.now()
    if (readAt - slowReadAt >= READ_SLOW_MS) {
      slow = await loadSlowFigures(pools.work, limits)
      slowReadAt = readAt
    }
    // Before the first figures there is nothing to show, which is not the same as zeros.
    shown ??= new FigureMetrics(metrics, latest, { steady: steady.now, wall: () => clock.now() })
    shown.read()
  }

  const latest = () => ({ waiting: outbound.waiting.latest, deployment, slow, readAt })

  const loop = new LookLoop({
    clock: steady,
    logger,
    what: 'figures for monitoring',
    everyMs: READ_MS,
    async look() {
      probes.ask()
      // The age of the figures shows that they could not be read; the next look comes soon enough.
      await read().catch((error: unknown) => logger.debug({ err: error }, 'the figures could not be read'))
    },
  })
  return {
    start: () => void loop.start(),
    // A look may take as long as a statement may, and loses nothing.
    stop: async () => void loop.stop(),
    read,
    survey: () => surveyDeployment(database, limits),
  }
}
