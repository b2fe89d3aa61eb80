import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, GatewayError } from '@heliograph/contracts'
import { AttemptTurns } from './attempt-turns.ts'
import { ExpiringCache } from './expiring-cache.ts'
import { verifyPassword } from './provisioning/password.ts'

/** A correct password is not checked again for this long. */
const LIFETIME_MS = 300_000
const REMEMBERED = 10_000
/** Each check takes 32 MiB and a thread of the pool that file access and DNS look-ups need too. */
const AT_ONCE = 2
const MOST_WAITING = 100

/** Checks a password against a stored hash. Throws `unavailable`/`overloaded` when too many wait to be checked. */
export type CheckPassword = (password: string, stored: string) => Promise<boolean>

/**
 * Creates a check that remembers correct passwords, so that a legacy client does not pay for a check with every
 * request. The password cannot be derived from what is remembered.
 */
export function createPasswordCheck(clock: Clock, verify = verifyPassword): CheckPassword {
  const good = new ExpiringCache<string, true>(REMEMBERED)
  const turns = new AttemptTurns(AT_ONCE, MOST_WAITING)
  const secret = randomBytes(32)

  return async (password, stored) => {
    // A changed password has another hash, so it gets another slot.
    const slot = createHmac('sha256', secret).update(`${stored}\n${password}`).digest('base64')
    if (good.get(slot, clock.now(), LIFETIME_MS)) return true
    const isGood = await turns.take('all', () => verify(password, stored))
    if (isGood === undefined)
      throw new GatewayError('unavailable', 'overloaded', 'Too many passwords wait to be checked')
    if (isGood) good.set(slot, true, clock.now())
    return isGood
  }
}
