import { createHash } from 'node:crypto'
import { MailError, type MailMessage } from '@heliograph/contracts'
import type { MailForwardConfig } from './config.ts'

// One address without a name, and without anything that makes it a list, a comment or a route.
const ADDRESS = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/
const FILE_NAME = /^[\w.-]{1,100}$/
const KEY = /^[\x21-\x7e]{1,200}$/
const HEADER_NAME = /^[\x21-\x39\x3b-\x7e]+$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in a header
const CONTROLS = /[\u0000-\u001f\u007f]/
const MAX_ADDRESS = 254

/** Headers that every mail has anyway. */
const OWN_HEADERS =
  /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*|received|return-path)$/i

/**
 * A mail in the form that nodemailer accepts. Throws a permanent `MailError` for anything that would not be one mail to
 * one address, so that untrusted text cannot become a header or another recipient.
 */
export function mailData(mail: MailMessage, { from, fromName }: Pick<MailForwardConfig, 'from' | 'fromName'>) {
  const { attachments = [], headers = {}, html, idempotencyKey, replyTo, subject, text, to } = mail
  requireThat(isAddress(to), 'its recipient is no address')
  requireThat(replyTo === undefined || isAddress(replyTo), 'its reply address is not valid')
  requireThat(KEY.test(idempotencyKey), 'its idempotency key is not 1 to 200 printable ASCII characters')
  requireThat(!CONTROLS.test(subject), 'its subject is not one line')
  const others = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name))
  for (const [name, value] of others)
    requireThat(HEADER_NAME.test(name) && !CONTROLS.test(value), 'a header is not one line')
  requireThat(
    attachments.every(({ name }) => FILE_NAME.test(name)),
    'the name of a file in it is not valid',
  )
  requireThat(!attachments.some(({ type }) => CONTROLS.test(type)), 'the type of a file in it is not one line')
  return {
    // Addresses given as objects are not parsed again.
    from: { name: fromName ?? '', address: from },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    envelope: { from, to: [to] },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ content, name, type }) => ({ filename: name, contentType: type, content })),
    headers: Object.fromEntries(others),
    messageId: messageIdOf(idempotencyKey, from),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The `Message-ID`, which is always the same for the same key and sender. */
export function messageIdOf(idempotencyKey: string, from: string): string {
  const digest = createHash('sha256').update(`${from}\n${idempotencyKey}`).digest('hex').slice(0, 40)
  return `<${digest}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

function isAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && ADDRESS.test(text) && !CONTROLS.test(text)
}

function requireThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new MailError('permanent', `This mail cannot be sent: ${otherwise}`)
}
