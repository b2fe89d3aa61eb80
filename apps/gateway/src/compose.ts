import {
  createStepFeed,
  type HttpClient,
  type Logger,
  OWN_BRAND,
  type StepFeed,
  systemClock,
} from '@heliograph/contracts'
import { Engine, type MasterKeys } from '@heliograph/engine'
import { createOutboundClients, type OutboundClients, type OutboundTls } from '@heliograph/http'
import { createMetricsRegistry, type MetricsRegistry } from '@heliograph/runtime'
import type { Settings } from './settings.ts'
import { readVersion } from './version.ts'

/** The objects that everything in the process shares. */
export interface Shared {
  readonly logger: Logger
  readonly metrics: MetricsRegistry
  readonly httpClients: OutboundClients
  /** The client for webhooks. */
  readonly webhookClient: HttpClient
  /** Has it show and trust something else from now on. */
  readonly useWebhookTls: (tls: OutboundTls | undefined) => void
  /** What is done for requests and messages, told by host and engine. */
  readonly steps: StepFeed
}

/** Who calls as far as TLS is concerned: no instance can have this name. */
const WEBHOOKS = 'heliograph.webhooks'

export function createShared(settings: Settings, logger: Logger): Shared {
  const { allowNetworks } = settings.configuration.sections.webhooks
  const httpClients = createOutboundClients({ clock: systemClock, userAgent: userAgentOf(settings) })
  const clientWith = (tls: OutboundTls = {}) => httpClients.with(allowNetworks, { name: WEBHOOKS, tls })
  const webhookClient = clientWith(settings.configuration.webhookTls)
  const useWebhookTls = (tls: OutboundTls | undefined) => void clientWith(tls)
  const steps = createStepFeed((error) => logger.error({ err: error }, 'a step listener failed'))
  return { logger, metrics: createMetricsRegistry(), httpClients, webhookClient, useWebhookTls, steps }
}

/** Webhooks carry the name of the product, as far as a header can carry it. */
function userAgentOf({ configuration: { brand } }: Settings): string {
  const { name = OWN_BRAND.name } = brand
  const words = name.split(/[^\w.-]+/).filter((word) => word !== '')
  return words.join('-') || 'SMS-gateway'
}

export interface EngineNeeds {
  readonly databaseUrl: string
  readonly masterKeys: MasterKeys
  readonly onFatal: (reason: string) => void
  /** Defaults to the configured URL. */
  readonly publicUrl?: (() => string) | undefined
}

/** The engine of a node with the configured roles and pools. */
export function createNodeEngine(settings: Settings, shared: Shared, needs: EngineNeeds): Engine {
  const { node, sections } = settings.configuration
  return new Engine({ ...common(settings, shared, needs), settings: sections, nodeName: node.name, roles: node.roles })
}

/**
 * A URL that is never connected to: it lets an engine be created for the names of its services where there is no
 * database, or none is needed.
 */
export const NO_DATABASE_URL = 'postgres://127.0.0.1:1/none'

/** The engine of a short command: services on two connections to the primary, and no background work. */
export function createToolEngine(settings: Settings, shared: Shared, needs: EngineNeeds): Engine {
  const { sections } = settings.configuration
  const { directUrl, reportUrl, ...database } = sections.database
  // Without a database there is no direct way to it either, and the one in the settings may be wrong.
  const direct = needs.databaseUrl === NO_DATABASE_URL || directUrl === undefined ? {} : { directUrl }
  const small = { ...sections, database: { ...database, ...direct, pool: 2, workerPool: 1 } }
  const nodeName = `command ${process.pid}`
  return new Engine({ ...common(settings, shared, needs), settings: small, nodeName, roles: [] })
}

function common(
  { configuration, dataDir }: Settings,
  shared: Shared,
  { databaseUrl, masterKeys, onFatal, publicUrl }: EngineNeeds,
) {
  return {
    url: databaseUrl,
    release: readVersion(),
    masterKeys,
    dataDir: dataDir.path,
    clock: systemClock,
    logger: shared.logger,
    metrics: shared.metrics.forInstance('engine'),
    http: shared.webhookClient,
    steps: shared.steps,
    publicUrl: publicUrl ?? (() => configuration.publicUrl),
    product: configuration.brand.name,
    onFatal,
  }
}
