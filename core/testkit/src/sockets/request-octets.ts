import type { InjectedRequest } from '@heliograph/http'

/** Headers that the client writes itself, so that those of the request cannot contradict its body. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'host', 'transfer-encoding'])

/**
 * A request in the octets of HTTP/1.1. A target with characters only up to U+00FF is sent as one octet per character,
 * any other as UTF-8, as headers are. The body is sent in chunks when the request says so, else with its length.
 */
export function requestOctets(request: InjectedRequest): Buffer {
  const { method = 'GET', url } = request
  const body = Buffer.from(request.body ?? '')
  const given = Object.entries(request.headers ?? {})
  const isChunked = given.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && value === 'chunked')
  const lines = [
    'host: 127.0.0.1',
    ...given.filter(([name]) => !FRAMING.has(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`),
    ...(isChunked ? ['transfer-encoding: chunked'] : body.length > 0 ? [`content-length: ${body.length}`] : []),
  ]
  return Buffer.concat([
    Buffer.from(`${method} `),
    targetOctets(url),
    Buffer.from(` HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
    isChunked ? chunksOf(body) : body,
  ])
}

const TARGET = /^\/[\x21\x22\x24-\x7e]*$/
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\t\x20-\x7e\x80-\u{10ffff}]*$/u

/**
 * False for a request whose target or headers contain characters that HTTP does not allow; a server may itself refuse
 * it. Quotes, braces and the like, which a URL may not contain either, are accepted by every server.
 */
export function isHttp({ url, headers = {} }: InjectedRequest): boolean {
  return TARGET.test(url) && Object.entries(headers).every(([name, value]) => TOKEN.test(name) && VALUE.test(value))
}

function targetOctets(target: string): Buffer {
  return Buffer.from(target, /[^\0-\xff]/.test(target) ? 'utf8' : 'latin1')
}

function chunksOf(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2)
  const pieces = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0)
  const chunks = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}
