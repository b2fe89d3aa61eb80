import type { Schemas } from '../api/client.ts'
import type { TextsOf } from '../language/define-texts.ts'
import type { exchangeTexts } from '../texts/exchange.ts'

type Meaning = keyof TextsOf<typeof exchangeTexts>['meanings']

/** Which meaning fits the outcome of a request to a client's server. */
export function meaningOf({ status, failure }: Pick<Schemas['WebhookAnswer'], 'status' | 'failure'>): Meaning {
  if (status === null) return meaningOfFailure(failure ?? '')
  if (status < 300) return 'success'
  if (status < 400) return 'redirect'
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 404) return 'missing'
  return status < 500 ? 'refused' : 'broken'
}

/** The text of a failure begins with its kind. */
function meaningOfFailure(failure: string): Meaning {
  if (failure.startsWith('timeout')) return 'timeout'
  return failure.startsWith('blocked') ? 'blocked' : 'unreachable'
}
