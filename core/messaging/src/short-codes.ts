import { createHmac } from 'node:crypto'
import type { SubscriptionLink } from '@heliograph/contracts'

/** Letters and digits only: programs that find links in a text leave out other characters at the end. */
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Each half of a code is made of 6 octets, so that all of its 62^5 values are equally likely. */
const HALF_LENGTH = 5
const HALF_OCTETS = 6

/** 62^10 is more than 2^59. */
const CODE = /^[0-9A-Za-z]{10}$/

/** Whether a text has the form of a code. */
export function isShortCode(text: string): boolean {
  return CODE.test(text)
}

/**
 * Creates the function that makes the code of a short link, over a key of 32 octets: the same for the same link, so
 * that a contact has one code for each client and direction, however many messages it gets.
 */
export function createShortCodes(key: Uint8Array): (link: SubscriptionLink) => string {
  return ({ clientId, direction, mobile }) => {
    const mac = createHmac('sha256', key).update(`short ${direction} ${clientId} ${mobile}`).digest()
    return half(mac.readUIntBE(0, HALF_OCTETS)) + half(mac.readUIntBE(HALF_OCTETS, HALF_OCTETS))
  }
}

function half(number: number): string {
  let rest = number
  let text = ''
  while (text.length < HALF_LENGTH) {
    text += CHARACTERS.charAt(rest % CHARACTERS.length)
    rest = Math.floor(rest / CHARACTERS.length)
  }
  return text
}
