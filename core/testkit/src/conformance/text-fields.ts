import type { RouteSpec } from '@heliograph/contracts'
import { DEFAULT_HTTP_LIMITS, type InjectedRequest } from '@heliograph/http'
import { bodyLimitOf } from './json-checks.ts'

/** A place in a request where a client writes a text of its choice. */
export interface TextField {
  /** `JSON messages.0.text`, `header cookie`, ... */
  readonly name: string
  /** The room for the text in octets, as it is sent. */
  readonly room: number
  /** The octets of a text as it is sent. */
  measure(text: string): number
  /** Undefined when the text cannot stand there. */
  with(text: string): InjectedRequest | undefined
}

/** Headers that a server, the host or an interface reads, besides those of the request. */
const HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'if-none-match',
  'origin',
  'user-agent',
]

/** Octets of a head that remain for one header or the target. */
const HEAD_ROOM = DEFAULT_HTTP_LIMITS.headerOctets - 4_096

/** What may stand in a header, one character for each octet. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Every text in a request: parts of its path, parameters, headers, members of JSON, texts of XML, the whole body. */
export function textFields(request: InjectedRequest, routes: readonly RouteSpec[]): readonly TextField[] {
  const type = request.headers?.['content-type'] ?? ''
  const body = Buffer.from(request.body ?? '').toString()
  const room = bodyLimitOf(routes, request.method ?? 'GET', request.url)
  const bodyField = (name: string, start: string, write: (text: string) => string, end: string): TextField => ({
    name,
    room: room - Buffer.byteLength(start + end),
    measure: (text) => Buffer.byteLength(write(text)),
    with: (text) => ({ ...request, body: Buffer.from(start + write(text) + end) }),
  })
  const inBody = body === '' ? [] : [...bodyFields(body, type, bodyField), bodyField('the body', '', same, '')]
  return [...targetFields(request), ...headerFields(request), ...inBody]
}

type BodyField = (name: string, start: string, write: (text: string) => string, end: string) => TextField

function bodyFields(body: string, type: string, field: BodyField): readonly TextField[] {
  if (/json/i.test(type)) return jsonFields(body, field)
  if (/xml/i.test(type)) return xmlFields(body, field)
  if (/urlencoded/i.test(type) || (type === '' && body.includes('='))) {
    return pairsOf(body).map(({ name, start, end }) => field(`form ${name}`, start, encoded, end))
  }
  return []
}

function targetFields(request: InjectedRequest): readonly TextField[] {
  const [path = '', query = ''] = request.url.split('?')
  const field = (name: string, start: string, write: (text: string) => string, end: string): TextField => ({
    name,
    room: HEAD_ROOM - start.length - end.length,
    measure: (text) => write(text).length,
    with: (text) => ({ ...request, url: start + write(text) + end }),
  })
  const segments = path.split('/')
  const inPath = segments.slice(1).map((segment, index) => {
    const start = `${segments.slice(0, index + 1).join('/')}/`
    const end = [path.slice(start.length + segment.length), query].join(query === '' ? '' : '?')
    return field(`path ${segment}`, start, encoded, end)
  })
  const inQuery = pairsOf(query).map(({ name, start, end }) => field(`query ${name}`, `${path}?${start}`, encoded, end))
  return [...inPath, ...inQuery]
}

function headerFields(request: InjectedRequest): readonly TextField[] {
  const names = new Set([...HEADERS, ...Object.keys(request.headers ?? {})])
  return [...names].map((name) => ({
    name: `header ${name}`,
    room: HEAD_ROOM,
    measure: (text) => text.length,
    with: (text) =>
      HEADER_VALUE.test(text) ? { ...request, headers: { ...request.headers, [name]: text } } : undefined,
  }))
}

/** The pairs of a query or a form, with what stands before and after the value. */
function pairsOf(octets: string) {
  const pairs = octets.split('&').filter((pair) => pair !== '')
  return pairs.map((pair, index) => {
    const [name = ''] = pair.split('=')
    return {
      name,
      start: [...pairs.slice(0, index), `${name}=`].join('&'),
      end: ['', ...pairs.slice(index + 1)].join('&'),
    }
  })
}

/** Takes the place of a text in JSON; no text of a row contains it. */
const HOLE = '\uffff'

function jsonFields(body: string, field: BodyField): readonly TextField[] {
  const value = parsed(body)
  const write = (text: string) => JSON.stringify(text)
  return pathsOf(value).flatMap((path) => {
    const [start, end] = JSON.stringify(holed(value, path)).split(JSON.stringify(HOLE))
    return start === undefined || end === undefined ? [] : [field(`JSON ${path.join('.')}`, start, write, end)]
  })
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Where the texts and numbers are in a value. */
function pathsOf(value: unknown): readonly (readonly string[])[] {
  if (typeof value === 'string' || typeof value === 'number') return [[]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => pathsOf(each).map((path) => [name, ...path]))
}

function holed(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return HOLE
  const entries = Object.entries(value as object).map(([key, each]) => [key, key === name ? holed(each, rest) : each])
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** The texts of elements, and the values of attributes. */
function xmlFields(body: string, field: BodyField): readonly TextField[] {
  // regex-bound: the body of a row.
  return [...body.matchAll(/<([^\s<>/?!]+)[^<>]*>([^<]+)<|\s([^\s<>="]+)="([^"<]*)"/g)].map((found) => {
    const [whole, element, content, attribute, value = ''] = found
    const inner = content ?? value
    const at = found.index + (content === undefined ? whole.length - 1 - inner.length : whole.indexOf('>') + 1)
    return field(`XML ${element ?? attribute}`, body.slice(0, at), escaped, body.slice(at + inner.length))
  })
}

/** A function for each character would take longer than what reads the text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&#38;').replaceAll('<', '&#60;').replaceAll('>', '&#62;').replaceAll('"', '&#34;')
}

function encoded(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2)
}

function same(text: string): string {
  return text
}
