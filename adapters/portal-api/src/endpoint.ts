import type { AddressLimit, ErrorCategory, HttpRequest, HttpResponse, Principal, Role } from '@heliograph/contracts'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { PortalContext } from './services.ts'
import type { FoundSession } from './sessions.ts'

const NOTHING = Type.Object({}, { additionalProperties: false })

/** The most octets of body that are read from a sender who is not logged in. */
const PUBLIC_BODY_LIMIT = 4_096

/** How a request identified its sender. */
export type Credential =
  | { readonly kind: 'key' }
  /** `sessionId` names the session for other endpoints; it is not the cookie's value. */
  | ({ readonly kind: 'session' } & Omit<FoundSession, 'userId'>)

/** The contents of a request. */
export interface PublicCall<P extends TObject = TObject, Q extends TObject = TObject, B extends TSchema = TSchema> {
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly request: HttpRequest
}

/** A request that has been let in and read. */
export interface Call<P extends TObject = TObject, Q extends TObject = TObject, B extends TSchema = TSchema>
  extends PublicCall<P, Q, B> {
  /**
   * On whose behalf the request runs: the user or, when an operator looks at a client (`client` in the query), in
   * effect a user of that client.
   */
  readonly principal: Principal
  /** The user itself, whichever client it looks at. */
  readonly self: Principal
  readonly credential: Credential
}

/** What the documentation says about an operation of the API, and what it takes and returns. */
interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/portal/api/1`, with `:name` for what the caller fills in. */
  readonly path: string
  /** Unique, camelCase: the `operationId` of the OpenAPI document and the name of the function in clients. */
  readonly id: string
  readonly summary: string
  readonly params: TObject
  readonly query: TObject
  /** Absent: it takes no body. */
  readonly body?: TSchema | undefined
  /** True: a request without a body counts as one with an empty object. */
  readonly isBodyOptional?: boolean | undefined
  /** Octets of body accepted; absent = 1 MiB. */
  readonly bodyLimit?: number | undefined
  /** Schema of the JSON answer; absent: it answers in a form of its own (a file, a stream), or with 204. */
  readonly answer?: TSchema | undefined
  /** Errors it can end in, besides those that every endpoint can. */
  readonly errors: readonly ErrorCategory[]
}

/** What the audit log records of an operation. */
export interface Act<C = Call, A = unknown> {
  /** See `AuditAct.action`. */
  readonly action: string
  /**
   * `operator`: only when an operator does it for a client; what clients do themselves shows in their messages,
   * contacts and uploads.
   */
  readonly by: 'anyone' | 'operator'
  subject?(call: C, answer: A): string
}

/** An operation for those who are logged in or have an API key. */
export interface GuardedEndpoint extends Operation {
  /** Which roles may call it; the services behind it check again which data of the client it may reach. */
  readonly roles: readonly Role[]
  /** Absent: it changes nothing, or the change is noted elsewhere. */
  readonly act?: Act | undefined
  handle(context: PortalContext, call: Call): Promise<unknown>
}

/** An operation for everyone, used to log in. */
export interface PublicEndpoint extends Operation {
  readonly roles: 'anyone'
  /** How often one address may call it, whatever the body: counted before that is read. */
  readonly admission: AddressLimit
  /** At most 4 KiB. */
  readonly bodyLimit: number
  handle(context: PortalContext, call: PublicCall): Promise<unknown>
}

/** One operation of the API: its documentation, who may call it, and its handler. */
export type Endpoint = GuardedEndpoint | PublicEndpoint

interface Draft<P extends TObject, Q extends TObject, B extends TSchema, A extends TSchema>
  extends Omit<Operation, 'params' | 'query' | 'body' | 'answer' | 'errors'> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly answer?: A
  readonly errors?: readonly ErrorCategory[]
}

/** What `defineEndpoint` takes: an endpoint whose handler sees its own schemas as types. */
export interface EndpointDraft<P extends TObject, Q extends TObject, B extends TSchema, A extends TSchema>
  extends Draft<P, Q, B, A> {
  readonly roles: readonly Role[]
  readonly act?: Act<Call<P, Q, B>, Static<A>>
  handle(context: PortalContext, call: Call<P, Q, B>): Promise<EndpointAnswer<A>>
}

/** What `definePublicEndpoint` takes. */
export interface PublicEndpointDraft<P extends TObject, Q extends TObject, B extends TSchema, A extends TSchema>
  extends Draft<P, Q, B, A> {
  readonly admission: AddressLimit
  handle(context: PortalContext, call: PublicCall<P, Q, B>): Promise<EndpointAnswer<A>>
}

/**
 * The value of the JSON answer; undefined for 204; or a whole response, for an answer with a form or headers of its
 * own.
 */
export type EndpointAnswer<A extends TSchema> = RawAnswer | (TSchema extends A ? undefined : Static<A>)

/** A response in a form of its own. */
export interface RawAnswer {
  readonly response: HttpResponse
}

/** Types an endpoint. Schemas that it leaves out mean no parameters, no query and no body. */
export function defineEndpoint<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
>(draft: EndpointDraft<P, Q, B, A>): GuardedEndpoint {
  return { params: NOTHING, query: NOTHING, errors: [], ...draft } as GuardedEndpoint
}

/** Types an endpoint that needs no login. Its body has at most 4 KiB, or less if it says so. */
export function definePublicEndpoint<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
>(draft: PublicEndpointDraft<P, Q, B, A>): PublicEndpoint {
  const bodyLimit = Math.min(draft.bodyLimit ?? PUBLIC_BODY_LIMIT, PUBLIC_BODY_LIMIT)
  return { roles: 'anyone', params: NOTHING, query: NOTHING, errors: [], ...draft, bodyLimit } as PublicEndpoint
}
