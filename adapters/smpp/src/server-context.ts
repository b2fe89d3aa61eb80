import type { Clock, Logger } from '@heliograph/contracts'
import type { StrangerPlaces } from '@heliograph/messaging'
import type { DecodeOptions } from '@heliograph/smpp'
import type { SmppConfig } from './config.ts'
import type { ServerMetrics } from './metrics.ts'
import type { RateLimit } from './rate-limit.ts'
import type { SmppServices } from './services.ts'
import type { SessionSlots } from './session-slots.ts'
import type { UserSettingsTable } from './user-settings.ts'

/** What all connections of an instance share. */
export interface ServerContext {
  readonly config: SmppConfig
  /** What the server calls itself. */
  readonly systemId: string
  readonly services: SmppServices
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: ServerMetrics
  readonly users: UserSettingsTable
  readonly rateLimit: RateLimit
  /** Places of connections that are not bound. */
  readonly strangers: StrangerPlaces
  readonly slots: SessionSlots
  readonly decoding: DecodeOptions
  /** Makes the name of a connection; with the number of a PDU it names a request. */
  readonly makeSessionId: () => string
}
