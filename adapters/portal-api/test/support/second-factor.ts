import { codeOf, stepOf } from '@heliograph/messaging'
import type { AdapterKit } from '@heliograph/testkit'
import { ask, logIn, PASSWORD } from './browser.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for a secret, `steps` of 30 seconds from now. */
export function appCode(kit: AdapterKit, secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  return codeOf(Uint8Array.from(octets), stepOf(kit.clock.now()) + steps)
}

/** Logs in, and sets up an authenticator app. */
export async function setUpSecondFactor(kit: AdapterKit) {
  const here = await logIn(kit)
  const draft = await ask(kit, 'POST', '/account/second-factor', { ...here, body: { presentPassword: PASSWORD } })
  const { secret } = draft.json
  const body = { code: appCode(kit, secret, -1) }
  const confirmed = await ask(kit, 'POST', '/account/second-factor/confirm', { ...here, body })
  return { here, secret, recoveryCodes: confirmed.json.recoveryCodes as string[] }
}
