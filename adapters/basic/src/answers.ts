import type { HttpResponse } from '@heliograph/contracts'
import { textResponse } from '@heliograph/wire'

/** The header that repeats the first field of an answer: `success`, or the code of an error. */
const RESULT_HEADER = 'sms_api_response'

export const SUCCESS = 'success'

/** An answer in plain text unless `headers` say otherwise. */
export function answer(
  result: string,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): HttpResponse {
  return textResponse(status, body, { [RESULT_HEADER]: result, ...headers })
}
