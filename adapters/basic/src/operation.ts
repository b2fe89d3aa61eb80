import type { HttpRequest, HttpResponse, Principal } from '@heliograph/contracts'
import type { Parameters } from '@heliograph/wire'
import type { ExceptionCode } from './errors.ts'
import type { BasicServices } from './services.ts'

/** A request whose sender is known. */
export interface OperationCall {
  readonly principal: Principal
  readonly parameters: Parameters
  readonly request: HttpRequest
}

/** What `action` selects. */
export interface Operation {
  /** What is told when the gateway cannot do it. */
  readonly exception: ExceptionCode
  /** Throws `invalid` with a code of the interface, and what the services throw. */
  handle(services: BasicServices, call: OperationCall): Promise<HttpResponse>
}
