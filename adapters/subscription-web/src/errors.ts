import { errorHeaders, type GatewayError, type HttpRequest, type HttpResponse } from '@heliograph/contracts'
import { ONE_FAILURE_STATUSES } from '@heliograph/wire'
import { chooseLanguage } from './language.ts'
import type { Respond } from './page.ts'
import { FAULTS, type LinkFault, TEXTS } from './texts.ts'

/** Creates a function that turns errors into pages. The text of an error is for programs and is not shown. */
export function createErrorFormat(respond: Respond): (error: GatewayError, request: HttpRequest) => HttpResponse {
  return (error, request) => {
    const { category } = error
    const language = chooseLanguage(request.headers['accept-language'])
    const words = TEXTS[language].faults[faultOf(error) ?? FAULTS[category]]
    return respond({
      ...words,
      language,
      status: ONE_FAILURE_STATUSES[category],
      mark: 'failed',
      headers: errorHeaders(error),
    })
  }
}

/** Returns the link faults that have no error category of their own. */
function faultOf({ category, code }: GatewayError): LinkFault | undefined {
  if (category === 'invalid' && code === 'invalid-client-id') return code
  if (code === 'short-link-not-found') return code
  if (category === 'throttled' && (code === 'too-many-changes' || code === 'too-many-clients'))
    return 'too-many-changes'
  return undefined
}
