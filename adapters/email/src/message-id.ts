import { createHash } from 'node:crypto'

const PLAIN = /^[\x21-\x7e]{1,180}$/

/**
 * Returns the id of the message to one recipient of a mail. It is the same when a mail server that did not get the
 * answer sends the mail again. Undefined for a mail without a `Message-ID`, which cannot be recognised.
 *
 * @param mailId the header as it came, in angle brackets or not; empty when there is none
 */
export function messageIdFor(mailId: string, to: string): string | undefined {
  const id = mailId.replace(/^<|>$/g, '')
  if (id === '') return undefined
  const short = PLAIN.test(id) ? id : createHash('sha256').update(id).digest('hex')
  return `${short}:${to}`
}
