import type { HttpRequest, HttpResponse, Principal } from '@heliograph/contracts'
import type { InfobipContext } from './services.ts'

/** A version of the interface, as far as its answers differ: version 2 answers as version 1 does. */
export type Version = 1 | 3

/** A request that has been admitted. */
export interface Call {
  readonly principal: Principal
  readonly request: HttpRequest
}

/** One operation of the interface. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly summary: string
  /** Takes a login in the query as well. */
  readonly takesLogin?: true
  /** Of a request, in octets. Default 4 MiB for a POST. */
  readonly bodyLimit?: number
  /** Throws `GatewayError`. */
  handle(context: InfobipContext, call: Call): Promise<HttpResponse>
}
