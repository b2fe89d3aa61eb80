import type { ErrorCategory } from '@heliograph/contracts'
import { renderTable } from '@heliograph/testkit'
import { CATEGORY_CODES, ERROR_CODES, REFUSALS } from '../src/smtp-answers.ts'

/** Error categories that a mail can lead to. */
const CATEGORIES: Partial<Record<ErrorCategory, string>> = {
  unavailable: 'The end of the mail: the database is away; nothing was sent.',
  throttled: 'The end of the mail: the client has sent too much lately.',
  internal: 'The end of the mail: a fault of the gateway; nothing was sent.',
  forbidden: 'The end of the mail: the client has no enabled channel.',
}

const CODES: Readonly<Record<string, string>> = {
  'no-credit': 'The end of the mail: not enough credit for all recipients; nothing was sent.',
}

/** Errors that the server itself detects. */
const OWN: readonly (readonly [code: number, when: string])[] = [
  [
    421,
    'Too many connections, a connection that is idle or takes too long, the third wrong password, or the gateway stops.',
  ],
  [451, 'MAIL: the database is away.'],
  [452, 'RCPT: more than `maxRecipients`; mail programs send the mail again to the others.'],
  [454, 'AUTH: too many wrong passwords lately, or the database is away.'],
  [530, 'MAIL: no login, and the sender is not on the list for this address; or the key was disabled meanwhile.'],
  [535, 'AUTH: wrong e-mail, API key or password, or disabled.'],
  [500, 'AUTH before STARTTLS, where that is needed; it is not offered then.'],
  [550, 'RCPT: another domain.'],
  [552, 'The mail is larger than `maxBytes`, or its text has more than `maxParts` parts.'],
  [553, 'RCPT: no phone number.'],
  [554, 'The end of the mail: nothing is left to send, or it cannot be read.'],
]

const REFUSED: Readonly<Record<string, string>> = {
  'opted-out': 'The end of the mail: every recipient has opted out.',
  duplicate: 'The end of the mail: another text was sent under its Message-ID.',
}

/** Returns the block of the README that explains the codes. */
export function answersTable(): string {
  const rows: (readonly [number, string])[] = [
    ...OWN,
    ...pick(CATEGORIES, CATEGORY_CODES),
    ...pick(CODES, ERROR_CODES),
    ...pick(REFUSED, Object.fromEntries(Object.entries(REFUSALS).map(([state, [code]]) => [state, code]))),
  ]
  const whens = new Map<number, string[]>()
  for (const [code, when] of rows) whens.set(code, [...(whens.get(code) ?? []), when])
  return renderTable(
    ['Code', 'When'],
    [...whens].sort(([a], [b]) => a - b).map(([code, all]) => [String(code), all.join(' ')]),
  )
}

function pick(
  whens: Readonly<Record<string, string>>,
  codes: Readonly<Record<string, number>>,
): (readonly [number, string])[] {
  return Object.entries(whens).map(([name, when]) => [codes[name] as number, when])
}
