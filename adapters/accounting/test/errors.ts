/**
 * Every error of the interface: what a client sees, and when. The README shows this table; the rows of `error-cases.ts`
 * prove it.
 */
export const ERRORS: readonly (readonly [status: number, error: string, meaning: string])[] = [
  [401, 'missing_api_key', 'No key is given.'],
  [400, 'invalid_json', 'The body is no JSON object in UTF-8.'],
  [400, 'missing_recipients', 'None of `to`, `recipients`, `recipient` has a value.'],
  [400, 'missing_message', 'None of `message`, `text`, `msg` has a value that is a text or a number.'],
  [
    400,
    'send_error',
    'No recipient was accepted, the key is invalid, or the request is refused as a whole; `message` says why.',
  ],
  [404, 'not_found', 'There is nothing at this path.'],
  [405, 'method_not_allowed', 'The method is not POST; `Allow` says so.'],
  [413, 'payload_too_large', 'The body is larger than 4 MiB, or larger than 64 KiB without a known key.'],
  [
    429,
    'too_many_requests',
    'Too many requests, or too many SMS parts, within a minute; `Retry-After` says when to come back.',
  ],
  [500, 'processing_error', 'A fault of the gateway. Nothing was sent.'],
  [
    503,
    'unavailable',
    'Something the gateway depends on is unavailable. Nothing was sent, unless `message` says that this is not known; the same request may work later.',
  ],
]
