import type { Clock, Logger, Metrics } from '@heliograph/contracts'
import type { TlsFiles } from '@heliograph/http'
import { certificateEnd } from '../certificates/certificate-end.ts'
import { FileWatch } from '../certificates/file-watch.ts'
import { planPath } from '../listeners/listener-plan.ts'
import type { ListenerSet } from '../listeners/listener-set.ts'
import type { MetricsRegistry } from '../metrics.ts'
import type { Instance } from './instance.ts'
import { findInstanceChanges } from './instance-changes.ts'
import { readOutgoingTls } from './outgoing-tls.ts'
import { applyInstanceChanges, joinOutcomes, type ReloadFailure, type ReloadOutcome, toFailure } from './reload.ts'
import type { PlannedInstance } from './resolve.ts'
import type { WebhookTls, WebhookTlsSource } from './webhook-tls.ts'

export interface CertificatesOptions {
  readonly listeners: ListenerSet
  readonly instances: () => readonly Instance[]
  readonly webhookTls: WebhookTls
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: MetricsRegistry
}

/** The certificates that a host, its instances and webhooks show: shows renewed ones, and measures when they end. */
export class Certificates {
  readonly #options: CertificatesOptions
  readonly #watch: FileWatch

  constructor(options: CertificatesOptions) {
    this.#options = options
    const { clock } = options
    this.#watch = new FileWatch({ clock, files: () => this.#files(), onChange: () => this.#filesChanged() })
  }

  /** To be called when everything is open. */
  start(): void {
    this.#measure()
    this.#watch.start()
  }

  stop(): void {
    this.#watch.stop()
  }

  /** Looks whether files have changed, as it does regularly. */
  look(): Promise<void> {
    return this.#watch.look()
  }

  /**
   * Reads the files of listeners, of instances that can exchange their certificates, and of webhooks. New connections
   * see what is new; those that are open go on.
   */
  async renew(): Promise<ReloadOutcome> {
    return joinOutcomes(await this.renewListeners(), this.#renewInstances(), this.#options.webhookTls.renew())
  }

  async renewListeners(): Promise<ReloadOutcome> {
    const applied: string[] = []
    const failed: ReloadFailure[] = []
    for (const listener of this.#options.listeners.encrypted) {
      const path = [...planPath(listener.name), 'tls'].join('.')
      try {
        if (await listener.renewTls()) applied.push(path)
      } catch (error) {
        failed.push(toFailure(path, error))
      }
    }
    return { applied, restart: [], failed }
  }

  /** Has webhooks take over what another configuration says. */
  followWebhooks(configuration: WebhookTlsSource): ReloadOutcome {
    const outcome = this.#options.webhookTls.follow(configuration)
    this.#measureWebhooks()
    return outcome
  }

  #renewInstances(): ReloadOutcome {
    const failed: ReloadFailure[] = []
    const read = this.#withFiles().map(({ planned }) => readAgain(planned, failed))
    const plan = read.filter((planned) => planned !== undefined)
    const outcome = applyInstanceChanges(findInstanceChanges(this.#options.instances(), plan))
    return joinOutcomes(outcome, { applied: [], restart: [], failed })
  }

  /** The instances that can exchange what comes from files. */
  #withFiles(): readonly Instance[] {
    return this.#options
      .instances()
      .filter(({ planned: { module, outgoingTls } }) => module.liveKeys !== undefined || outgoingTls !== undefined)
  }

  #files(): readonly string[] {
    const ofListeners = this.#options.listeners.encrypted.flatMap(({ tls }) => (tls ? filesOf(tls) : []))
    const ofInstances = this.#withFiles().flatMap(({ planned }) => planned.files)
    return [...ofListeners, ...ofInstances, ...this.#options.webhookTls.files]
  }

  async #filesChanged(): Promise<void> {
    const { logger } = this.#options
    const { applied, restart, failed } = await this.renew()
    if (applied.length > 0) logger.info({ applied }, 'Files have changed: new connections see the new certificates')
    if (restart.length > 0) logger.warn({ restart }, 'Files have changed: restart to apply them')
    if (failed.length > 0)
      logger.error({ failed }, 'Files have changed and cannot be used: the previous ones stay in effect')
  }

  /** The seconds until each certificate ends, read at each scrape. */
  #measure(): void {
    const { listeners, instances } = this.#options
    for (const listener of listeners.encrypted) this.#gauge('gateway', listener.name, () => listener.certificate)
    this.#measureWebhooks()
    for (const instance of instances()) {
      const { id, part, state } = instance
      this.#gauge(id, OUTGOING, () => instance.planned.outgoingTls?.cert)
      if (part.kind !== 'adapter' || state !== 'started') continue
      const { adapter } = part
      const certificateOf = (path: string) => adapter.listeners?.find((own) => own.path === path)?.certificate
      for (const { path } of adapter.listeners ?? [])
        this.#gauge(id, path === '' ? 'port' : `${path}.port`, () => certificateOf(path))
    }
  }

  #measureWebhooks(): void {
    this.#gauge('gateway', WEBHOOKS, () => this.#options.webhookTls.certificate)
  }

  #gauge(instance: string, listener: string, certificate: () => string | undefined): void {
    const { clock, metrics } = this.#options
    const pem = certificate()
    if (pem === undefined || certificateEnd(pem) === undefined) return
    const left = () => Math.round(((certificateEnd(certificate() ?? pem) ?? 0) - clock.now()) / 1000)
    createGauge(metrics.forInstance(instance)).collect(left, { listener })
  }
}

function filesOf({ certFile, keyFile, clientCertificates }: TlsFiles): readonly string[] {
  return [certFile, keyFile, ...(clientCertificates ? [clientCertificates.caFile] : [])]
}

/** What the certificate that an instance shows to servers is called among those of listeners. */
const OUTGOING = 'outgoing'
/** And the one of webhooks; no listener can have this name. */
const WEBHOOKS = 'webhookTls'

function createGauge(metrics: Metrics): ReturnType<Metrics['gauge']> {
  const help =
    'Seconds until the certificate of a listener, or of outgoing calls (outgoing, webhookTls), ends; below zero when it has ended'
  return metrics.gauge('certificate_expires_seconds', help, ['listener'])
}

/** An instance with the files of its configuration as they are now; undefined when they cannot be used. */
function readAgain(planned: PlannedInstance, failed: ReloadFailure[]): PlannedInstance | undefined {
  const { entry, module } = planned
  const { value: config, files, problems } = entry.readConfig(module.configSchema, module.deprecations)
  const { outgoingTls, files: tlsFiles, problems: tlsProblems } = readOutgoingTls(entry)
  const all = [...problems, ...tlsProblems]
  failed.push(...all.map(({ path, message }) => ({ path, message })))
  return all.length > 0 ? undefined : { ...planned, config, outgoingTls, files: [...files, ...tlsFiles] }
}
