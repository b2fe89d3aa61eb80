import { OutboundError, type OutboundReply, type OutboundRequest, type PartOutcome } from '@heliograph/contracts'
import type { ScriptedReply } from '../http-client-double.ts'

type Kind = PartOutcome['kind']

/**
 * The ways in which a network over HTTP fails, by the names that a carrier declares its exceptions with.
 * @stability experimental
 */
export type NetworkFailure = 'never-left' | 'no-answer' | 'server-error' | 'redirect' | 'unreadable'

/** One way to fail, and what is right then. */
export interface FailureRow {
  readonly name: string
  readonly failure: NetworkFailure
  /** What the request meets instead of the network's good reply. */
  readonly meets: (request: OutboundRequest) => ScriptedReply
  /** Kinds of outcomes that are right. */
  readonly kinds: readonly Kind[]
  readonly because: string
}

const NEVER_LEFT: Pick<FailureRow, 'failure' | 'kinds' | 'because'> = {
  failure: 'never-left',
  kinds: ['try-later', 'not-sent', 'refused'],
  because: 'the message has certainly not left, and it is not its fault',
}
const NO_ANSWER: Pick<FailureRow, 'failure' | 'kinds' | 'because'> = {
  failure: 'no-answer',
  kinds: ['unknown'],
  because: 'the request went out, so the network may have taken the message',
}
const SERVER_ERROR: Pick<FailureRow, 'failure' | 'kinds' | 'because'> = {
  failure: 'server-error',
  kinds: ['try-later', 'throttled', 'unknown'],
  because: 'the network is in trouble, which is not the fault of the message',
}

const failing =
  (...failure: ConstructorParameters<typeof OutboundError>) =>
  () =>
    new OutboundError(...failure)

const PAGE = '<!DOCTYPE html><html><body><h1>Please sign in</h1></body></html>'

export const FAILURES: readonly FailureRow[] = [
  { ...NEVER_LEFT, name: 'a connection that is refused', meets: failing('connect', 'The connection was refused') },
  { ...NEVER_LEFT, name: 'a name that is not found', meets: failing('dns', 'The name was not found') },
  { ...NEVER_LEFT, name: 'an address that is closed to it', meets: failing('blocked', 'The address is private') },
  { ...NO_ANSWER, name: 'a time-out', meets: failing('timeout', 'The network took too long to reply') },
  { ...NO_ANSWER, name: 'silence', meets: () => 'silence' },
  { ...NO_ANSWER, name: 'a connection that breaks after the request', meets: failing('network', 'ECONNRESET') },
  ...[500, 502, 503, 504].map(
    (status): FailureRow => ({
      ...SERVER_ERROR,
      name: `a reply ${status}`,
      meets: () => ({ status, headers: { 'content-type': 'text/html' }, body: PAGE }),
    }),
  ),
  {
    name: 'a redirect',
    failure: 'redirect',
    meets: () => ({ status: 302, headers: { location: 'https://elsewhere.example/' } }),
    kinds: ['refused', 'try-later', 'unknown'],
    because: 'the request was not carried out, and it is not the fault of the message',
  },
]

/** Replies with the status of success that are not the network's, by what they are. */
export function unreadableReplies(good: Partial<OutboundReply>): readonly (readonly [string, ScriptedReply])[] {
  const { body = '' } = good
  const octets = Uint8Array.from({ length: 64 }, (_, index) => (index * 197 + 0xff) & 0xff)
  const page = { ...good, headers: { 'content-type': 'text/html' }, body: PAGE }
  const always: readonly (readonly [string, ScriptedReply])[] = [
    ['a page of HTML', page],
    ['octets that are no text', { ...good, body: new TextDecoder().decode(octets), octets }],
    ['an empty body', { ...good, body: '' }],
  ]
  if (!isJson(body)) return always
  const json = [body.slice(0, -1), 'null', '[]', '{}', '17', '"text"', 'true', ...withoutTexts(body)]
  return [...always, ...json.map((text) => [`the body ${text}`, { ...good, body: text }] as const)]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The JSON with each of its texts and numbers replaced by values of other types. */
function withoutTexts(body: string): readonly string[] {
  const replaced = (value: unknown) =>
    JSON.stringify(JSON.parse(body), (_, each) => (['string', 'number'].includes(typeof each) ? value : each))
  return [null, true, '', {}, []].map(replaced)
}
