import { randomFillSync } from 'node:crypto'

/** 1 to 64 characters that mean nothing to a shell, a header, a URL's path or a line of a log. */
const FORM = /^[A-Za-z0-9._:~+=-]{1,64}$/

/** Without letters that are taken for digits, because people read ids to each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12

/** How many ids one call for random octets is enough for: each call costs far more than an id. */
const IDS_AT_ONCE = 256

/** Whether a text may be the id of a request: `HttpRequest.requestId`, `SubmitRequest.requestId`. @stability stable */
export function isRequestId(text: string): boolean {
  return FORM.test(text)
}

/**
 * Creates a source of ids for requests that come without one: 12 characters, 60 random bits, such as `k3v9q0tx7mzd`.
 *
 * @param fill - fills a buffer with random octets
 * @stability stable
 */
export function createRequestIdSource(fill: (octets: Uint8Array) => void = randomFillSync): () => string {
  const octets = new Uint8Array(LENGTH * IDS_AT_ONCE)
  let used = octets.length
  return () => {
    if (used === octets.length) {
      fill(octets)
      used = 0
    }
    let id = ''
    for (const end = used + LENGTH; used < end; used += 1) id += ALPHABET[(octets[used] as number) & 31]
    return id
  }
}
