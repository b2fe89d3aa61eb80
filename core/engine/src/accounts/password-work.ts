import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '@heliograph/contracts'
import { ExpiringCache } from './expiring-cache.ts'
import { type PasswordPlace, PasswordQueue } from './password-queue.ts'
import { hashPassword, verifyPassword } from './provisioning/password.ts'

/** A correct password is not checked again for this long. */
export const GOOD_FOR_MS = 300_000
const REMEMBERED = 10_000

/** Everything that hashes passwords, in one queue. Throws `unavailable`/`overloaded` when too many wait. */
export interface PasswordWork {
  /** Checks a password against a stored hash. */
  check(password: string, stored: string, place: PasswordPlace): Promise<boolean>
  /** Hashes a new password. `by`: the user that sets it, undefined for a command. */
  hash(password: string, by: number | undefined): Promise<string>
}

/**
 * Correct passwords are remembered, so that a legacy client does not pay for a check with every request. The password
 * cannot be derived from what is remembered.
 */
export function createPasswordWork(clock: Clock, verify = verifyPassword, hash = hashPassword): PasswordWork {
  const good = new ExpiringCache<string, true>(REMEMBERED)
  const queue = new PasswordQueue()
  const secret = randomBytes(32)

  return {
    async check(password, stored, place) {
      // A changed password has another hash, so it gets another slot.
      const slot = createHmac('sha256', secret).update(`${stored}\n${password}`).digest('base64')
      if (good.get(slot, clock.now(), GOOD_FOR_MS)) return true
      const isGood = await queue.run(place, () => verify(password, stored))
      if (isGood) good.set(slot, true, clock.now())
      return isGood
    },
    hash: (password, by) => queue.run({ lane: 'known', line: `user ${by ?? 'command'}` }, () => hash(password)),
  }
}
