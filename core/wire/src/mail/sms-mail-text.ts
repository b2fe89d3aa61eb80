import type { SmsReceived } from '@heliograph/contracts'

/** An incoming SMS as the text of a mail. Octets are written in hexadecimal, with a word before them. */
export function smsMailText({ encoding, text }: Pick<SmsReceived, 'encoding' | 'text'>): string {
  return encoding === 'binary' ? `A binary SMS, in hexadecimal:\n\n${text}\n` : `${text}\n`
}
