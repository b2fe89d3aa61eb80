import { codeOf, stepOf } from '../../../../core/messaging/src/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for a secret, `steps` of 30 seconds from now. */
export function appCode(secret: string, steps: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  return codeOf(Uint8Array.from(octets), stepOf(Date.now()) + steps)
}
