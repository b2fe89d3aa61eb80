import { formatDateTime, formatUnixTime } from '@heliograph/wire'

/** What the escapes of a `dlr-url` stand for. */
export interface EscapeValues {
  /** 1 delivered, 2 failed, 4 buffered, 16 rejected. */
  readonly type: number
  /** As the client wrote them. */
  readonly from: string
  readonly to: string
  readonly user: string
  readonly account: string
  readonly id: string
  readonly networkId: string
  readonly at: Date
  /** What the network reports about the message. */
  readonly text: string
}

/** Escapes by their letter. Those for which a receipt has no value are filled in as Kannel 1.4.5 does. */
const ESCAPES: Readonly<Record<string, (values: EscapeValues) => string>> = {
  d: ({ type }) => String(type),
  p: ({ to }) => encode(to),
  P: ({ from }) => encode(from),
  q: ({ to }) => encode(plusOf(to)),
  Q: ({ from }) => encode(plusOf(from)),
  t: ({ at }) => formatDateTime(at).replace(' ', '+'),
  T: ({ at }) => formatUnixTime(at),
  I: ({ id }) => id,
  F: ({ networkId }) => encode(networkId),
  n: ({ user }) => encode(user),
  o: ({ account }) => encode(account),
  a: ({ text }) => encode(text),
  A: ({ text }) => encode(text),
  b: ({ text }) => encode(text),
  k: ({ text }) => encode(text.split(' ')[0] ?? ''),
  r: ({ text }) => encode(text.split(' ').slice(1).join(' ')),
  c: () => '-1',
  C: () => 'UTF-8',
  m: () => '-1',
  M: () => '-1',
  O: () => '00',
  '%': () => '%',
  ...Object.fromEntries([...'BDfiRsSuvV'].map((letter) => [letter, () => ''])),
}

/** Escapes that a `dlr-url` may have, for the README. */
export const ESCAPE_LETTERS = Object.keys(ESCAPES)

/** `%#group#parameter#` for a parameter of the network, or one letter. */
const ESCAPE = /%(?:#[^#]*#[^#]*#|(.))/gsu

/**
 * Fills in the escapes of a URL. Anything else stays as it is, including `%20`; what Kannel takes for an escape (`%C3`)
 * is one here, too.
 */
export function fillEscapes(url: string, values: EscapeValues): string {
  return url.replace(ESCAPE, (found, letter: string | undefined) => {
    if (letter === undefined) return ''
    return Object.hasOwn(ESCAPES, letter) ? (ESCAPES[letter]?.(values) ?? '') : found
  })
}

/** Encodes a value as in a form. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+')
}

/** Replaces a leading `00` with `+`. */
function plusOf(number: string): string {
  return number.replace(/^00/, '+')
}
