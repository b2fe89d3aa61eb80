/** What tells mail of programs from mail of people. Texts of headers in lower case; empty where there is none. */
export interface MailSigns {
  /** Of the envelope; empty for the null sender. */
  readonly sender: string
  /** `multipart/report` and the like, without parameters. */
  readonly contentType: string
  header(name: string): string
}

/** Why a mail is not for a handset. `answer`: a bounce, a report, an answering machine. `generated`: written by a program, and an answer to nothing. */
export interface Automatic {
  readonly kind: 'answer' | 'generated'
  /** For the log. */
  readonly sign: string
}

const ANSWER_HEADERS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-failed-recipients']
const PROGRAM_PRECEDENCES = ['bulk', 'junk', 'list']

/**
 * Whether a program wrote a mail, and whether as an answer, by what RFC 3834, 3464 and 5321 and widespread programs have for it; undefined: a person did. Exchange marks answers
 * of its answering machine as generated only, but says what they answer.
 */
export function automaticSign({ contentType, header, sender }: MailSigns): Automatic | undefined {
  if (sender === '') return answer('null sender')
  if (/^mailer-daemon@/i.test(sender)) return answer('mailer-daemon')
  if (contentType === 'multipart/report' || contentType === 'message/delivery-status') return answer(contentType)
  const named = ANSWER_HEADERS.find((name) => isSet(header(name)))
  if (named !== undefined) return answer(named)
  const submitted = header('auto-submitted').split(/[;\s]/)[0] ?? ''
  const precedence = header('precedence')
  if (submitted === 'auto-replied' || submitted === 'auto-notified') return answer('auto-submitted')
  if (precedence === 'auto_reply' || precedence === 'auto-reply') return answer('precedence')
  const sign = programSign(submitted, precedence, header)
  if (sign === undefined) return undefined
  return header('in-reply-to') === '' ? { kind: 'generated', sign } : answer(sign)
}

function programSign(submitted: string, precedence: string, header: MailSigns['header']): string | undefined {
  if (isSet(submitted)) return 'auto-submitted'
  if (PROGRAM_PRECEDENCES.includes(precedence)) return 'precedence'
  if (isSet(header('x-auto-response-suppress'))) return 'x-auto-response-suppress'
  return header('list-id') === '' ? undefined : 'list-id'
}

function isSet(value: string): boolean {
  return value !== '' && value !== 'no' && value !== 'none'
}

function answer(sign: string): Automatic {
  return { kind: 'answer', sign }
}
