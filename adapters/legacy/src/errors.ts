import { GatewayError, type HttpResponse } from '@heliograph/contracts'
import { TEXT_STATUSES, textError } from '@heliograph/wire'

/** Faults of the gateway are 500 here, so that clients send the batch again. */
const STATUSES = { ...TEXT_STATUSES, internal: 500, unavailable: 500 }

/** Formats an error as one line of plain text. */
export function formatError(error: GatewayError): HttpResponse {
  return textError(error, 'Error: ', STATUSES)
}

/** One text, whichever parameter is missing. */
export function parametersMissing(): GatewayError {
  const text = 'invalid set of parameters. Expecting [User, Password, Message, Numbers]'
  return new GatewayError('invalid', 'missing-parameters', text)
}
