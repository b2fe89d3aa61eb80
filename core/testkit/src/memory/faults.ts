import { type ErrorCategory, GatewayError } from '@heliograph/contracts'

/** The services of the double, by the names that faults can be aimed at. @stability stable */
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
  | 'balances'
  | 'channels'
  | 'clients'
  | 'contacts'
  | 'state'
  | 'tables'
  | 'addressLimits'
  | 'accounts'
  | 'auditLog'
  | 'quietHours'
  | 'secondFactors'
  | 'passkeys'
  | 'loginLinks'
  | 'mail'
  | 'events'
  | 'instances'
  | 'blobs'

/** When a forced fault is thrown. @stability stable */
export interface FaultTime {
  /** Calls that it lets pass before. Default 0. */
  readonly after?: number | undefined
  /** True: the call takes effect and fails then, as when the answer to a commit is lost. */
  readonly isDone?: boolean | undefined
}

/** Forced faults, each thrown once, in the order they were requested. */
export interface Faults {
  failNext(error: ErrorCategory | Error, service?: ServiceName, time?: FaultTime): void
  /**
   * Throws the fault that waits for this service, if there is one. With `work`, that is done first for a fault which is
   * thrown afterwards; resolves with its result where there is none.
   */
  trip(service: ServiceName): void
  trip<T>(service: ServiceName, work: () => Promise<T>): Promise<T>
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

interface Waiting {
  readonly error: Error
  readonly service: ServiceName | undefined
  readonly isDone: boolean
  /** Calls that pass before. */
  left: number
}

export function createFaults(): Faults {
  const waiting: Waiting[] = []

  /** The fault of this call. */
  function take(service: ServiceName): Waiting | undefined {
    const fault = waiting.find((each) => each.service === service || (!each.service && !GATEKEEPERS.has(service)))
    if (fault === undefined || fault.left-- > 0) return undefined
    waiting.splice(waiting.indexOf(fault), 1)
    return fault
  }

  function trip<T>(service: ServiceName, work?: () => Promise<T>): Promise<T> | undefined {
    const fault = take(service)
    if (fault === undefined) return work?.()
    if (!fault.isDone || work === undefined) throw fault.error
    return work().then(() => {
      throw fault.error
    })
  }

  return {
    failNext(error, service, { after = 0, isDone = false } = {}) {
      const fault = typeof error === 'string' ? forcedError(error) : error
      waiting.push({ error: fault, service, isDone, left: after })
    },
    trip: trip as Faults['trip'],
    get waiting() {
      return waiting.length
    },
  }
}

/** Wraps a service so that each of its methods first throws the fault that waits for it. */
export function tripping<T extends object>(faults: Faults, name: ServiceName, service: T): T {
  const methods = Object.entries(service).map(([method, work]) => [
    method,
    async (...args: readonly unknown[]) => faults.trip(name, async () => work(...args)),
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
