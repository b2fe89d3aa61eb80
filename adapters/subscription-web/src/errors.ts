import {
  ERROR_STATUSES,
  type ErrorCategory,
  errorHeaders,
  type GatewayError,
  type HttpRequest,
  type HttpResponse,
} from '@heliograph/contracts'
import { chooseLanguage } from './language.ts'
import type { Respond } from './page.ts'
import { FAULTS, type LinkFault, TEXTS } from './texts.ts'

/** The specification has one status for all that goes wrong on this side. */
const STATUSES: Readonly<Record<ErrorCategory, number>> = { ...ERROR_STATUSES, unavailable: ERROR_STATUSES.internal }

/** Turns errors into pages. What an error says itself is for programs and stays out of them. */
export function createErrorFormat(respond: Respond): (error: GatewayError, request: HttpRequest) => HttpResponse {
  return (error, request) => {
    const { category } = error
    const language = chooseLanguage(request.headers['accept-language'])
    const words = TEXTS[language].faults[faultOf(error) ?? FAULTS[category]]
    return respond({ ...words, language, status: STATUSES[category], mark: 'failed', headers: errorHeaders(error) })
  }
}

/** Of the faults of a link only this one has no category of its own. */
function faultOf(error: GatewayError): LinkFault | undefined {
  return error.category === 'invalid' && error.code === 'invalid-client-id' ? error.code : undefined
}
