import fc from 'fast-check'
import type { TestRequest } from '../conformance/test-request.ts'

/** Octets with a meaning for a server, and escapes with a meaning for the code behind it. */
const TARGET_PIECES = [
  '%00',
  '%0d%0a',
  '%20',
  '%25',
  '%2',
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%ED%A0%80',
  '%u263a',
  '&',
  '&&',
  '=',
  '?',
  ';',
  '+',

  '/',
  '//',
  '\\',
  '"',
  '<',
  '>',
  '|',
  '^',
  '{',
  '}',
  '`',
  '[',
  ']',
  '\x80',
  '\xff',
  '\xc3\xa9',
  '\xc3\x28',
  '\xed\xa0\x80',
  // Not valid HTTP: a server may refuse it, and must not take it for something else.
  '\0',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '#',
  '\x7f',
]

const HEADER_VALUES = [
  '',
  ' ',
  '\t',
  ';',
  ',',
  '"',
  'a'.repeat(2_000),
  '\u00e9',
  '\u263a',
  '\ud800',
  '%00',
  '=?utf-8?q?x?=',
  '\0',
  'a\rb',
  'a\nb',
  'a\r\nx: y',
  '\x7f',
  '\x01',
]

const HEADER_NAMES = [
  'x-any',
  'accept',
  'accept-encoding',
  'cookie',
  'content-encoding',
  'expect',
  'range',
  'te',
  'upgrade',
  'user-agent',
]

const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

/**
 * Any of these requests, with changes to what a server handles before an adapter sees it: target, headers, method,
 * framing.
 * @stability stable
 */
export function spoiledRequests(good: readonly TestRequest[]): fc.Arbitrary<TestRequest> {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  const inTarget = fc.array(fc.tuple(place, fc.constantFrom(...TARGET_PIECES)), { maxLength: 3 })
  const inHeaders = fc.array(fc.tuple(fc.constantFrom(...HEADER_NAMES), fc.constantFrom(...HEADER_VALUES)), {
    maxLength: 3,
  })
  const method = fc.option(fc.constantFrom(...METHODS), { freq: 3 })
  return fc
    .tuple(fc.constantFrom(...good), inTarget, inHeaders, method, fc.boolean())
    .map(([request, pieces, headers, otherMethod, isChunked]) => ({
      ...request,
      query: pieces.reduce(inserted, queryOf(request)),
      headers: {
        ...request.headers,
        ...Object.fromEntries(headers),
        ...(isChunked && { 'transfer-encoding': 'chunked' }),
      },
      ...(otherMethod !== null && { method: otherMethod }),
    }))
}

function inserted(text: string, [place, piece]: readonly [number, string]): string {
  const at = Math.floor(place * text.length)
  return text.slice(0, at) + piece + text.slice(at)
}

function queryOf({ query = '' }: TestRequest): string {
  return typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString()
}
