import type { SmsReceived } from '@heliograph/contracts'

/** Writes an incoming SMS as the text of a mail. Octets are written in hexadecimal, after a line that says so. */
export function smsMailText({ encoding, text }: Pick<SmsReceived, 'encoding' | 'text'>): string {
  return encoding === 'binary' ? `A binary SMS, in hexadecimal:\n\n${text}\n` : `${text}\n`
}
