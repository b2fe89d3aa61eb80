import type { Engine } from '@heliograph/engine'
import type { RootLogger } from '@heliograph/runtime'
import type { GatewayConfiguration } from '../settings.ts'

/** The parts of a running gateway that take over sections of the configuration. */
export interface ReloadTarget {
  readonly logger: Pick<RootLogger, 'useLevel'>
  readonly engine: Pick<Engine, 'useRoutingRules'>
}

/** A part of the configuration that a running gateway takes over. */
export interface Reloadable {
  /** Path of the value; below it everything is taken over. */
  readonly path: string
  /** What becomes of the change, for the README. */
  readonly effect: string
  valueOf(configuration: GatewayConfiguration): unknown
  apply(target: ReloadTarget, configuration: GatewayConfiguration): void
}

/**
 * What a running gateway takes over, besides what its host does: certificates, those of webhooks among them, and what
 * instances take over themselves (`liveKeys`).
 * Everything else needs a restart. The README's table is made of it.
 */
export const RELOADABLE: readonly Reloadable[] = [
  {
    path: 'log.level',
    effect: 'the next lines',
    valueOf: ({ log }) => log.level,
    apply: ({ logger }, { log }) => logger.useLevel(log.level),
  },
  {
    path: 'routing',
    effect: 'messages that are accepted from then on; those that wait stay on their routes',
    valueOf: ({ sections }) => sections.routing,
    apply: ({ engine }, { sections }) => engine.useRoutingRules(sections.routing),
  },
]

/** The section of the master keys, which a reload takes over from the data folder as well. */
export const MASTER_KEYS = 'security'

/** The part that a changed path belongs to; undefined when the change needs a restart. */
export function reloadableAt(changed: string): Reloadable | undefined {
  return RELOADABLE.find(({ path }) => changed === path || changed.startsWith(`${path}.`))
}
