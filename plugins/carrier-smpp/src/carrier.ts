import type { Clock, Health, Logger, Metrics, Network } from '@heliograph/contracts'
import type { CarrierConfig } from './config.ts'
import { SmppLink } from './link.ts'
import { createLinkMetrics } from './link-metrics.ts'

export interface CarrierOptions {
  /** The instance id, under which the engine has this carrier. */
  readonly carrier: string
  readonly config: CarrierConfig
  readonly network: Network
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Returns a number from 0 up to 1, like `Math.random`. */
  readonly random: () => number
}

/** The links of an instance. */
export function createLinks({ config, logger, metrics, ...options }: CarrierOptions): readonly SmppLink[] {
  const linkMetrics = createLinkMetrics(metrics)
  return Object.entries(config.links).map(
    ([name, link]) =>
      new SmppLink({ ...options, name, config: link, logger: logger.child({ link: name }), metrics: linkMetrics }),
  )
}

/**
 * The health of the links that this node uses: down when nothing can be sent, degraded while a connection is missing.
 */
export function healthOf(links: readonly SmppLink[]): Health {
  const used = links.map((link) => ({ link, status: link.status() })).filter(({ status }) => status.state !== 'standby')
  const troubles = used.flatMap(({ link, status: { detail, binds } }) => {
    const missing = binds.filter(({ state }) => state !== 'bound').length
    return missing === 0 ? [] : [`${link.name}: ${missing} of ${binds.length} not bound${detail ? `, ${detail}` : ''}`]
  })
  if (troubles.length === 0) return { status: 'ok' }
  return { status: used.some(({ link }) => link.isUp()) ? 'degraded' : 'down', reason: troubles.join('; ') }
}
