import { type Principal, SecondFactors } from '@heliograph/contracts'
import { codeOf, stepOf } from '@heliograph/messaging'
import type { ServiceWorld } from './service-world.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for a secret, `steps` of 30 seconds from now. */
export function appCode(world: ServiceWorld, secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  return codeOf(Uint8Array.from(octets), stepOf(world.now()) + steps)
}

/** A code of digits that is never the current one nor a neighbouring one. */
export function wrongCode(world: ServiceWorld, secret: string): string {
  const good = [-2, -1, 0, 1, 2].map((steps) => appCode(world, secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) as string
}

/** Sets up a second factor, which uses the present code; the next one counts already. */
export async function enrolledFactor(world: ServiceWorld, principal: Principal) {
  const factors = world.service(SecondFactors)
  const { secret, uri } = await factors.enrol(principal)
  const { recoveryCodes } = await factors.confirm(principal, appCode(world, secret))
  return { factors, secret, uri, recoveryCodes }
}
