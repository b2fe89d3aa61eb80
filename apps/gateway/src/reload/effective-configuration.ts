import { changedPaths } from '@heliograph/config'
import type { GatewayConfiguration } from '../settings.ts'
import { MASTER_KEYS, RELOADABLE, type Reloadable, reloadableAt } from './reloadable.ts'

/** What has changed in the configuration, apart from `instances` and `webhookTls`, which the host takes over. */
export interface SectionChanges {
  readonly live: readonly Reloadable[]
  /** Paths of what needs a restart. */
  readonly restart: readonly string[]
}

/**
 * The sections that a running gateway goes by: those of its start, except for what it has taken over since. What needs
 * a restart is thus found again at each reload until there is one.
 */
export class EffectiveConfiguration {
  readonly #started: GatewayConfiguration
  readonly #taken = new Map<Reloadable, unknown>()

  constructor(started: GatewayConfiguration) {
    this.#started = started
  }

  changesTo(next: GatewayConfiguration): SectionChanges {
    const live = RELOADABLE.filter((part) => changedPaths(this.#valueOf(part), part.valueOf(next)).length > 0)
    const others = changedPaths(sectionsOf(this.#started), sectionsOf(next)).filter(
      (path) => !path.startsWith(`${MASTER_KEYS}.`),
    )
    return { live, restart: others.filter((path) => reloadableAt(path) === undefined) }
  }

  noteTaken(part: Reloadable, next: GatewayConfiguration): void {
    this.#taken.set(part, part.valueOf(next))
  }

  #valueOf(part: Reloadable): unknown {
    return this.#taken.has(part) ? this.#taken.get(part) : part.valueOf(this.#started)
  }
}

/** As written, so that what follows from a change is not taken for one. */
function sectionsOf(configuration: GatewayConfiguration): object {
  const { publicUrl, publicUrlGiven, brand, node, http, listeners, admin, log, stop, sections } = configuration
  const given = publicUrlGiven ? { publicUrl } : {}
  return { ...given, brand, node, http, listeners, admin, log, stop, ...sections }
}
