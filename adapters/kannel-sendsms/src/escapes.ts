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
  /** What the network says of the message. */
  readonly text: string
}

/** Escapes by their letter. Those that a receipt has nothing for are as Kannel 1.4.5 fills them in. */
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

/** `%#group#parameter#`, a parameter of the network's own, or one letter. */
const ESCAPE = /%(?:#[^#]*#[^#]*#|(.))/gsu

/** The URL with its escapes filled in. What is no escape stays as it is, `%20` as well; what Kannel takes for one (`%C3`) is one. */
export function fillEscapes(url: string, values: EscapeValues): string {
  return url.replace(ESCAPE, (found, letter: string | undefined) => {
    if (letter === undefined) return ''
    return Object.hasOwn(ESCAPES, letter) ? (ESCAPES[letter]?.(values) ?? '') : found
  })
}

/** As forms are encoded. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%20', '+')
}

/** `+` for `00` in front. */
function plusOf(number: string): string {
  return number.replace(/^00/, '+')
}
