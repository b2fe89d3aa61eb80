import { GatewayError, type HttpResponse } from '@heliograph/contracts'
import { TEXT_STATUSES, textError } from '@heliograph/wire'

/** What goes wrong on our side is 500 here, so that a batch is sent again. */
const STATUSES = { ...TEXT_STATUSES, internal: 500, unavailable: 500 }

/** An error as this interface tells it, in one line. */
export function formatError(error: GatewayError): HttpResponse {
  return textError(error, 'Error: ', STATUSES)
}

/** One text for all that can be missing. */
export function parametersMissing(): GatewayError {
  const text = 'invalid set of parameters. Expecting [User, Password, Message, Numbers]'
  return new GatewayError('invalid', 'missing-parameters', text)
}
