import { changedPaths } from '@heliograph/config'
import type { OutboundTls } from '@heliograph/http'
import type { Configuration } from '../config/load.ts'
import { readOutgoingTls } from './outgoing-tls.ts'
import type { ReloadOutcome } from './reload.ts'

const PATH = 'webhookTls'

/** The configuration that it is read from. */
export type WebhookTlsSource = Pick<Configuration, 'webhookTls' | 'readWebhookTls' | 'problem'>

/** What webhooks show and trust: taken over when the configuration or one of its files has changed. */
export class WebhookTls {
  readonly #use: (tls: OutboundTls | undefined) => void
  #source: WebhookTlsSource
  #tls: OutboundTls | undefined
  #files: readonly string[]

  /** @param use has webhooks show and trust something else from then on */
  constructor(source: WebhookTlsSource, use: (tls: OutboundTls | undefined) => void) {
    this.#use = use
    this.#source = source
    this.#tls = source.webhookTls
    this.#files = source.readWebhookTls()?.files ?? []
  }

  /** The certificate that is shown; undefined: none. */
  get certificate(): string | undefined {
    return this.#tls?.cert
  }

  /** Paths of the files that it comes from. */
  get files(): readonly string[] {
    return this.#files
  }

  /** Takes over what another configuration says; it is the one that counts from then on. */
  follow(source: WebhookTlsSource): ReloadOutcome {
    this.#source = source
    return this.renew()
  }

  /** Reads the files again. What cannot be used changes nothing. */
  renew(): ReloadOutcome {
    const { readWebhookTls, problem } = this.#source
    const { outgoingTls, files, problems } = readOutgoingTls({
      readOutgoingTls: readWebhookTls,
      problem: (_, message, remedy) => problem([PATH], message, remedy),
    })
    this.#files = files
    const failed = problems.map(({ path, message }) => ({ path, message }))
    if (failed.length > 0) return { applied: [], restart: [], failed }
    const applied = changedPaths(this.#tls, outgoingTls, [PATH])
    if (applied.length > 0) this.#use(outgoingTls)
    this.#tls = outgoingTls
    return { applied, restart: [], failed }
  }
}
