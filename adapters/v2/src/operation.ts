import type { ErrorCategory, HttpRequest, Principal } from '@heliograph/contracts'
import type { TObject, TSchema } from 'typebox'
import type { V2Context } from './services.ts'

/** A request that has been admitted. */
export interface Call {
  readonly principal: Principal
  readonly request: HttpRequest
}

/** One operation of the interface: its documentation and its implementation. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for what the caller fills in. */
  readonly path: string
  /** Unique, camelCase: the `operationId` of the OpenAPI document. */
  readonly id: string
  readonly summary: string
  readonly description: string
  /** The parameters of the path, by name. */
  readonly parameters?: TObject
  /** The parameters of the query, by name. */
  readonly query?: TObject
  readonly body?: { readonly schema: TSchema; readonly required: boolean; readonly example: unknown }
  readonly answer: { readonly schema: TSchema; readonly example: unknown }
  /** Errors it can end in, besides those of every operation. */
  readonly errors: readonly ErrorCategory[]
  /** Answers a call with the value of the 200 body. Throws `GatewayError`. */
  handle(context: V2Context, call: Call): unknown
}
