import type { HttpRequest, HttpResponse, Principal } from '@heliograph/contracts'
import type { Parameters } from '@heliograph/wire'
import type { ExceptionCode } from './errors.ts'
import type { BasicServices } from './services.ts'

/** A request from an authenticated sender. */
export interface OperationCall {
  readonly principal: Principal
  readonly parameters: Parameters
  readonly request: HttpRequest
}

/** An operation that `action` selects. */
export interface Operation {
  /** The code to answer with when the gateway cannot perform it. */
  readonly exception: ExceptionCode
  /** Throws `invalid` with a code of the interface, and what the services throw. */
  handle(services: BasicServices, call: OperationCall): Promise<HttpResponse>
}
