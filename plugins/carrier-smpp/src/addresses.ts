import type { Address } from '@heliograph/smpp'
import type { LinkConfig } from './config.ts'

/** source_addr has at most 21 octets including the NUL (SMPP 3.4, 4.4.1). */
const LONGEST = 20
const TON_ALPHANUMERIC = 5

/** The sender of a message as the link writes it. */
export function writeSender(from: string, { sender }: Pick<LinkConfig, 'sender'>): Address {
  const digits = from.startsWith('+') ? from.slice(1) : from
  if (!/^\d+$/.test(digits)) return withAddress(sender.alphanumeric, from.slice(0, LONGEST))
  if (digits.length <= sender.shortDigits) return withAddress(sender.short, digits)
  return withAddress(sender.international, sender.plus ? `+${digits}` : digits)
}

function withAddress({ ton, npi }: Omit<Address, 'address'>, address: string): Address {
  return { ton, npi, address }
}

/** The recipient of a message as the link writes it. */
export function writeRecipient(to: string, { recipient }: Pick<LinkConfig, 'recipient'>): Address {
  return { ton: recipient.ton, npi: recipient.npi, address: `${recipient.prefix}${to}` }
}

/** The digits of a number as SMSCs write it; undefined when it is not a number. */
export function readNumber({ ton, address }: Address): string | undefined {
  const number = /^(?:\+|00)?(\d{1,20})$/.exec(address.trim())?.[1]
  return ton === TON_ALPHANUMERIC ? undefined : number
}

/** A number in digits, or the text of an alphanumeric sender. */
export function readAddress(address: Address): string {
  return readNumber(address) ?? address.address.trim()
}
