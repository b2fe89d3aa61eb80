import { type ErrorCategory, GatewayError } from '@heliograph/contracts'

/** The services of the double, by the names that faults can be aimed at. */
export type ServiceName =
  | 'submissions'
  | 'reports'
  | 'history'
  | 'schedules'
  | 'directory'
  | 'rateLimits'
  | 'subscriptions'
  | 'network'
  | 'sessions'
  | 'segments'
  | 'messages'
  | 'logins'
  | 'incoming'
  | 'channels'
  | 'clients'
  | 'contacts'
  | 'conversations'
  | 'state'
  | 'tables'
  | 'addressLimits'
  | 'accounts'
  | 'webhooks'
  | 'auditLog'
  | 'quietHours'
  | 'secondFactors'
  | 'passkeys'
  | 'loginLinks'
  | 'status'
  | 'mail'
  | 'events'
  | 'instances'
  | 'erasures'
  | 'holds'
  | 'links'
  | 'routing'
  | 'unknownOutcomes'
  | 'unmatched'
  | 'uploads'
  | 'waiting'
  | 'templates'

/** Forced faults, each thrown once, in the order they were requested. */
export interface Faults {
  failNext(error: ErrorCategory | Error, service?: ServiceName): void
  /** Throws the fault that waits for this service, if there is one. */
  trip(service: ServiceName): void
  /** Faults that have not been thrown yet. */
  readonly waiting: number
}

/**
 * Services that a fault without a name never hits: a request has to pass these before it reaches the service under
 * test.
 */
const GATEKEEPERS: ReadonlySet<ServiceName> = new Set([
  'directory',
  'rateLimits',
  'addressLimits',
  'logins',
  'loginLinks',
  'sessions',
  'clients',
  'mail',
])

/** Text that no client may ever see; forced errors carry it as their cause. */
export const INTERNAL_TEXT = 'forced-fault: connection to 10.9.8.7:5432 as heliograph_owner lost'

export function createFaults(): Faults {
  const waiting: { readonly error: Error; readonly service: ServiceName | undefined }[] = []
  return {
    failNext(error, service) {
      waiting.push({ error: typeof error === 'string' ? forcedError(error) : error, service })
    },
    trip(service) {
      const index = waiting.findIndex(
        (fault) => fault.service === service || (!fault.service && !GATEKEEPERS.has(service)),
      )
      if (index < 0) return
      const [fault] = waiting.splice(index, 1)
      throw fault?.error
    },
    get waiting() {
      return waiting.length
    },
  }
}

/** Wraps a service so that each of its methods first throws the fault that waits for it. */
export function tripping<T extends object>(faults: Faults, name: ServiceName, service: T): T {
  const methods = Object.entries(service).map(([method, work]) => [
    method,
    async (...args: readonly unknown[]) => {
      faults.trip(name)
      return work(...args)
    },
  ])
  return Object.fromEntries(methods)
}

/** A well-formed error of a category, with everything the category is allowed to carry. */
export function forcedError(category: ErrorCategory): GatewayError {
  return new GatewayError(category, `forced-${category}`, `Forced ${category}`, {
    cause: new Error(INTERNAL_TEXT),
    ...(category === 'throttled' ? { retryAfterSeconds: 7 } : {}),
    ...(category === 'method-not-allowed' ? { allow: ['GET', 'POST'] } : {}),
    ...(category === 'invalid' ? { details: { forced: 'must not be forced' } } : {}),
  })
}
