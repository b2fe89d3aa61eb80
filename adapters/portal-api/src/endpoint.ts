import type { ErrorCategory, HttpRequest, HttpResponse, Principal, Role } from '@heliograph/contracts'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { PortalContext } from './services.ts'

const NOTHING = Type.Object({}, { additionalProperties: false })

/** How a request said who sends it. */
export type Credential =
  | { readonly kind: 'key' }
  /** `sessionId` names the session for other endpoints; it is not the cookie's value. */
  | { readonly kind: 'session'; readonly sessionId: string }

/** A request that has been let in and read. */
export interface Call<P extends TObject = TObject, Q extends TObject = TObject, B extends TSchema = TSchema> {
  /** On whose behalf: the user; for an operator that looks at a client (`client` in the query) a user of that client in all but name. */
  readonly principal: Principal
  readonly credential: Credential
  readonly params: Static<P>
  readonly query: Static<Q>
  readonly body: Static<B>
  readonly request: HttpRequest
}

/** One operation of the API: what its documentation says of it, who may use it, and how it is done. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/portal/api/1`, with `:name` for what the caller fills in. */
  readonly path: string
  /** Unique, camelCase: the `operationId` of the OpenAPI document and the name of the function in clients. */
  readonly id: string
  readonly summary: string
  /** Which roles may call it; the services behind it check again what of the client's it goes to. */
  readonly roles: readonly Role[]
  readonly params: TObject
  readonly query: TObject
  /** Absent: it takes no body. */
  readonly body?: TSchema | undefined
  /** Octets of body accepted; absent = 1 MiB. */
  readonly bodyLimit?: number | undefined
  /** Schema of the JSON answer; absent: it answers in a form of its own (a file, a stream), or with 204. */
  readonly answer?: TSchema | undefined
  /** Errors it can end in beside those that every endpoint can. */
  readonly errors: readonly ErrorCategory[]
  handle(context: PortalContext, call: Call): Promise<unknown>
}

/** What `defineEndpoint` takes: an `Endpoint` whose handler sees its own schemas as types. */
export interface EndpointDraft<P extends TObject, Q extends TObject, B extends TSchema, A extends TSchema>
  extends Omit<Endpoint, 'params' | 'query' | 'body' | 'answer' | 'errors' | 'handle'> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly answer?: A
  readonly errors?: readonly ErrorCategory[]
  handle(context: PortalContext, call: Call<P, Q, B>): Promise<EndpointAnswer<A>>
}

/** The value of the JSON answer; or a whole response, for what has a form of its own; or nothing, for 204. */
export type EndpointAnswer<A extends TSchema> = TSchema extends A ? RawAnswer | undefined : Static<A>

/** A response in a form of its own. */
export interface RawAnswer {
  readonly response: HttpResponse
}

/** Types an endpoint. What it leaves out takes no parameters, no query and no body. */
export function defineEndpoint<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
>(draft: EndpointDraft<P, Q, B, A>): Endpoint {
  return { params: NOTHING, query: NOTHING, errors: [], ...draft } as Endpoint
}
