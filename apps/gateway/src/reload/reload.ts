import { type Engine, nameLinks, validateRoutes } from '@heliograph/engine'
import type { Host, ReloadOutcome, RootLogger } from '@heliograph/runtime'
import { CommandError } from '../command-error.ts'
import { resolveMasterKeys } from '../master-key.ts'
import type { Settings } from '../settings.ts'
import { logOutcome, logRefusal } from './describe-outcome.ts'
import { EffectiveConfiguration } from './effective-configuration.ts'
import { MASTER_KEYS, type Reloadable, type ReloadTarget } from './reloadable.ts'

export interface ReloaderOptions extends ReloadTarget {
  readonly logger: RootLogger
  readonly engine: Engine
  readonly host: Host
  /** What the gateway was started with. */
  readonly started: Settings
  /** Reads the configuration again. Throws `ConfigurationError` with all problems. */
  readonly readSettings: () => Promise<Settings>
}

/** Takes over a changed configuration, as far as that is possible without a restart. */
export class Reloader {
  readonly #options: ReloaderOptions
  readonly #effective: EffectiveConfiguration
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: ReloaderOptions) {
    this.#options = options
    this.#effective = new EffectiveConfiguration(options.started.configuration)
  }

  /**
   * Reads the configuration and puts into effect what can be. Rejects, and changes nothing, when there is anything
   * wrong with it: with `ConfigurationError`, with `CommandError` for routes, with `GatewayError` for master keys. One
   * reload follows the other.
   */
  reload(): Promise<ReloadOutcome> {
    const reloaded = this.#last.then(() => this.#reload())
    this.#last = reloaded.then(
      (outcome) => logOutcome(this.#options.logger, outcome),
      (error) => logRefusal(this.#options.logger, error),
    )
    return reloaded
  }

  async #reload(): Promise<ReloadOutcome> {
    const { engine, host, readSettings } = this.#options
    const { configuration, dataDir } = await readSettings()
    const masterKeys = await resolveMasterKeys(configuration.sections.security, dataDir)
    const planned = await host.planReload(configuration)
    const { live, restart } = this.#effective.changesTo(configuration)
    const isPostponed = this.#routingNeedsRestart(configuration.sections, planned.restart.length > 0)
    const postponed = live.filter(({ path }) => isPostponed && path === 'routing')
    const hasOtherKeys = await engine.useMasterKeys(masterKeys)
    const outcome = await planned.apply()
    // Those that were created again.
    engine.useAdapters(host.adapters)
    engine.useHooks(host.hooks)
    const taken = live.filter((part) => !postponed.includes(part))
    for (const part of taken) this.#apply(part, configuration)
    return {
      applied: [...pathsOf(taken), ...(hasOtherKeys ? [MASTER_KEYS] : []), ...outcome.applied],
      restart: [...restart, ...pathsOf(postponed), ...planned.restart],
      failed: outcome.failed,
    }
  }

  #apply(part: Reloadable, configuration: Settings['configuration']): void {
    part.apply(this.#options, configuration)
    this.#effective.noteTaken(part, configuration)
  }

  /**
   * Whether the rules fit only what a restart brings: routes or links that are not there yet. Throws when something is
   * wrong with them or with the routes that no instance can be the reason of.
   */
  #routingNeedsRestart(wanted: Settings['configuration']['sections'], hasOtherInstances: boolean): boolean {
    const { host, started } = this.#options
    const links = nameLinks(host.carriers)
    const absent = host.failures.map(({ id }) => id)
    const details = validateRoutes(wanted, links, absent)
    if (details.length > 0 && !hasOtherInstances)
      throw new CommandError('bad-routes', 'The routes cannot be used.', { details })
    const { routes } = started.configuration.sections
    return validateRoutes({ routes, routing: wanted.routing }, links, absent).length > 0
  }
}

function pathsOf(parts: readonly Reloadable[]): readonly string[] {
  return parts.map(({ path }) => path)
}
