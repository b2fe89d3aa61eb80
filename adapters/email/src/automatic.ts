/**
 * What distinguishes mail of programs from mail of people. Header values are in lower case, and empty where there is
 * none.
 */
export interface MailSigns {
  /** The sender of the envelope; empty for the null sender. */
  readonly sender: string
  /** `multipart/report` and the like, without parameters. */
  readonly contentType: string
  header(name: string): string
}

/**
 * Why a mail is not meant for a handset. `answer`: a bounce, a report or an automatic reply. `generated`: written by a
 * program, but not as an answer.
 */
export interface Automatic {
  readonly kind: 'answer' | 'generated'
  /** For the log. */
  readonly sign: string
}

const ANSWER_HEADERS = ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-failed-recipients']
const PROGRAM_PRECEDENCES = ['bulk', 'junk', 'list']

/**
 * Returns whether a program wrote a mail, and whether as an answer, by the signs of RFC 3834, 3464 and 5321 and of
 * widespread programs; undefined when a person wrote it. Exchange marks its automatic replies only as generated, but
 * names the mail that they answer.
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
