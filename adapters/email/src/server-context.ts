import type { Clock, Logger } from '@heliograph/contracts'
import type { EmailConfig } from './config.ts'
import type { ServerMetrics } from './metrics.ts'
import type { Replies } from './replies.ts'
import type { FindSenderKey } from './senders.ts'
import type { EmailServices } from './services.ts'

/** What all connections of an instance share. */
export interface ServerContext {
  readonly config: EmailConfig
  /** As `comparableDomain` returns it. */
  readonly domain: string
  readonly services: EmailServices
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: ServerMetrics
  readonly senderKey: FindSenderKey
  /** Makes the request id of a mail. */
  readonly makeRequestId: () => string
  /** Undefined where answers are not sent on. */
  readonly replies: Replies | undefined
}
