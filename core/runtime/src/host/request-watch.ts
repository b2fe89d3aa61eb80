import {
  type Clock,
  type ErrorCategory,
  type HttpRequest,
  type HttpResponse,
  type Principal,
  type RequestError,
  type RequestFacts,
  type RequestIdentity,
  type RequestNotes,
  type ResolvedServices,
  type RouteSpec,
  runRoute,
  type ServiceTokens,
  Sessions,
  SmppLogins,
  type StepFeed,
  Submissions,
  type SubmitRequest,
  toGatewayError,
} from '@heliograph/contracts'
import { handlerTooLate, type RouterMount } from '@heliograph/http'
import type { FaultScope } from './fault-scopes.ts'
import type { InstanceGuard } from './instance-guard.ts'
import { endedByFault, outOfService, refusedBind, reported } from './request-errors.ts'
import { keepPath, keepRequest, textsOf } from './request-texts.ts'

/** The error that the client got when the answer came after the deadline. */
const LATE = reported(handlerTooLate())

const NOBODY: RequestIdentity = { principal: undefined, secret: undefined }

const NO_NOTES: RequestNotes = { hasRoom: () => false, add() {}, addBind() {} }

/** A request that has not been answered yet. */
interface OpenRequest extends FaultScope {
  /** As `RouteSpec.hasSecrets`. */
  readonly hasSecrets: boolean
  readonly at: number
  readonly startedAt: number
  /** Who sends the request, once known. */
  identity: RequestIdentity | undefined
}

/** The routes of an instance as they are at the moment. */
export interface RouteSource {
  readonly guard: InstanceGuard
  readonly routes: readonly RouteSpec[]
}

/**
 * Notes the requests of clients as they pass the host; adapters need not report them. Who sends a request is what its
 * route says (`RouteSpec.authenticate`).
 */
export class RequestWatch {
  readonly #notes: RequestNotes
  readonly #clock: Clock
  readonly #steps: Pick<StepFeed, 'isWatched' | 'tell'>
  /**
   * Requests whose handlers have failed, until the error is formatted. Only those, because a map like this is expensive
   * for the garbage collector.
   */
  readonly #failed = new WeakMap<HttpRequest, OpenRequest>()

  constructor(clock: Clock, steps: Pick<StepFeed, 'isWatched' | 'tell'>, notes: RequestNotes = NO_NOTES) {
    this.#clock = clock
    this.#steps = steps
    this.#notes = notes
  }

  /** The same routes, watched. `source` has those that are called; those of an instance that is out are refused. */
  mount(mount: RouterMount, source: RouteSource): RouterMount {
    const { instanceId } = mount
    return {
      instanceId,
      routes: mount.routes.map((route, index) => ({
        ...route,
        ...(route.admit && { admit: admitUnlessOut(source, index) }),
        // The handler runs it.
        authenticate: undefined,
        handler: this.#handler(instanceId, source, index),
      })),
      formatError: (error, request) => {
        const response = mount.formatError(error, request)
        const open = this.#failed.get(request)
        if (open !== undefined) this.#note(open, request, response, reported(error))
        return response
      },
    }
  }

  /** The same services, watched: what is refused over connections of other kinds than HTTP. */
  services<D extends ServiceTokens>(
    instanceId: string,
    hasRoutes: boolean,
    deps: D,
    services: ResolvedServices<D>,
  ): ResolvedServices<D> {
    const watched = Object.entries(services).map(([name, service]) => {
      if (service === undefined) return [name, service]
      switch (deps[name]?.id) {
        case Sessions.id:
          return [name, this.#sessions(instanceId, service as Sessions)]
        case SmppLogins.id:
          return [name, this.#smppLogins(instanceId, service as SmppLogins)]
        case Submissions.id:
          return [name, hasRoutes ? service : this.#submissions(instanceId, service as Submissions)]
        default:
          return [name, service]
      }
    })
    return Object.fromEntries(watched) as ResolvedServices<D>
  }

  #handler(instanceId: string, source: RouteSource, index: number): RouteSpec['handler'] {
    return (request) => {
      const { guard, routes } = source
      if (guard.isOut) throw outOfService()
      const route = routes[index] as RouteSpec
      const open: OpenRequest = {
        instanceId,
        requestId: request.requestId,
        end: undefined,
        hasSecrets: route.hasSecrets ?? false,
        at: this.#clock.now(),
        startedAt: performance.now(),
        identity: undefined,
      }
      const noteIdentity = (identity: RequestIdentity) => {
        open.identity = identity
      }
      const failed = (thrown: unknown): never => {
        this.#failed.set(request, open)
        throw thrown
      }
      const answered = (response: HttpResponse) => {
        // The router refuses a value that is not a response. An answer that came too late was not sent; the client got
        // an error instead.
        const isLate = (request as { readonly isAnswered?: boolean }).isAnswered === true
        if (response?.status !== undefined) this.#note(open, request, response, isLate ? LATE : null)
        return response
      }
      try {
        const result = guard.run(() => runRoute(route, request, noteIdentity), open)
        if (!isPromise(result)) return answered(result)
        return (guard.isCarrying ? orFault(open, result) : result).then(answered, failed)
      } catch (thrown) {
        return failed(thrown)
      }
    }
  }

  #note(open: OpenRequest, request: HttpRequest, response: HttpResponse, error: RequestError | null): void {
    const { principal, secret } = open.identity ?? NOBODY
    if (principal === undefined || secret === undefined) return
    const { clientId, userId, keyId } = principal
    if (!this.#notes.hasRoom(clientId, error !== null)) return
    const { instanceId, hasSecrets, at } = open
    const { requestId, method } = request
    const elapsedMs = performance.now() - open.startedAt
    // A late answer was not sent: the client got an error instead.
    const isLate = error === LATE
    const status = isLate ? 503 : response.status
    const given = error === null || isLate ? undefined : response
    const kept = hasSecrets ? keepPath(request, secret) : keepRequest(request, given, secret)
    const write = (): RequestFacts => ({
      requestId,
      instanceId,
      userId,
      keyId,
      method,
      status,
      elapsedMs,
      ...textsOf(kept, error),
    })
    this.#notes.add({ clientId, at, write })
  }

  #smppLogins(instanceId: string, logins: SmppLogins): SmppLogins {
    return {
      bySystemId: async (attempt) => {
        const startedAt = performance.now()
        const result = await logins.bySystemId(attempt)
        if (result.kind !== 'ok') {
          const elapsedMs = performance.now() - startedAt
          const at = this.#clock.now() - elapsedMs
          this.#notes.addBind({ at, instanceId, elapsedMs, account: attempt.account, error: refusedBind(result.kind) })
        }
        return result
      },
    }
  }

  /** Tells what was submitted over a connection of another kind than HTTP. */
  #tell(instanceId: string, { requestId }: SubmitRequest, since: number, isFault: boolean): void {
    if (requestId === undefined || !this.#steps.isWatched) return
    const endedAt = this.#clock.now()
    const times = { startedAt: endedAt - (performance.now() - since), endedAt }
    const how = { instanceId, method: 'submit', route: '', status: null, isFault, traceparent: undefined }
    this.#steps.tell({ kind: 'request', requestId, ...times, ...how })
  }

  /** Notes what was refused over a connection of another kind. */
  #noteRefusal(
    {
      instanceId,
      method,
      requestId = null,
    }: { instanceId: string; method: string; requestId?: string | null | undefined },
    { clientId, userId, keyId }: Principal,
    startedAt: number,
    error: RequestError,
  ): void {
    if (!this.#notes.hasRoom(clientId, true)) return
    const elapsedMs = performance.now() - startedAt
    const at = this.#clock.now() - elapsedMs
    const write = (): RequestFacts => ({
      requestId,
      instanceId,
      userId,
      keyId,
      method,
      path: '',
      status: null,
      error,
      elapsedMs,
      ...NO_TEXTS,
    })
    this.#notes.add({ clientId, at, write })
  }

  /** A bind with the right password may be one too many. */
  #sessions(instanceId: string, sessions: Sessions): Sessions {
    return {
      open: async (request) => {
        const startedAt = performance.now()
        try {
          return await sessions.open(request)
        } catch (error) {
          this.#noteRefusal(
            { instanceId, method: 'bind' },
            request.principal,
            startedAt,
            reported(toGatewayError(error)),
          )
          throw error
        }
      },
    }
  }

  #submissions(instanceId: string, submissions: Submissions): Submissions {
    const note = (principal: Principal, { requestId }: SubmitRequest, startedAt: number, error: RequestError) =>
      this.#noteRefusal({ instanceId, method: 'submit', requestId }, principal, startedAt, error)
    return {
      submit: async (principal, request, change) => {
        const startedAt = performance.now()
        try {
          const result = await submissions.submit(principal, request, change)
          this.#tell(instanceId, request, startedAt, false)
          const refused = result.entries.find(({ smsId }) => smsId === 0)
          if (refused !== undefined) {
            const message = `A message was refused: ${refused.state}`
            note(principal, request, startedAt, { category: 'invalid', code: refused.state, message, fields: {} })
          }
          return result
        } catch (error) {
          const problem = toGatewayError(error)
          this.#tell(instanceId, request, startedAt, FAULTS.has(problem.category))
          note(principal, request, startedAt, reported(problem))
          throw error
        }
      },
    }
  }
}

/** Errors that are not the client's doing. */
const FAULTS: ReadonlySet<ErrorCategory> = new Set(['internal', 'unavailable'])

const NO_TEXTS = { query: '', body: null, answer: null }

function admitUnlessOut(source: RouteSource, index: number): RouteSpec['admit'] {
  return (head) => {
    const { guard, routes } = source
    if (guard.isOut) throw outOfService()
    return guard.run(() => routes[index]?.admit?.(head))
  }
}

/** The answer of a handler, or a rejection by the fault that ended its request; a later answer is dropped. */
function orFault(open: OpenRequest, result: Promise<HttpResponse>): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const settled = () => {
      const isFirst = open.end !== undefined
      open.end = undefined
      return isFirst
    }
    open.end = (thrown) => {
      if (settled()) reject(endedByFault(thrown))
    }
    result.then(
      (response) => (settled() ? resolve(response) : response?.ended?.(false)),
      (thrown) => settled() && reject(thrown),
    )
  })
}

function isPromise(result: HttpResponse | Promise<HttpResponse>): result is Promise<HttpResponse> {
  return typeof (result as { then?: unknown } | undefined)?.then === 'function'
}
