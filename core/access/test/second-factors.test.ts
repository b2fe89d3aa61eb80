import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Clock, Principal, UserRecord } from '@heliograph/contracts'
import { createSecondFactors, type StoredSecondFactor } from '../src/second-factors.ts'

const DAY_MS = 86_400_000
const PRINCIPAL = { userId: 1, clientId: 1, email: 'jo@acme.example', role: 'user', scope: 'portal' } as Principal
const FROM = { origin: 'test', address: '192.0.2.1' }

/** A user with a second factor in force, at midnight. */
function enrolled(stored: Partial<StoredSecondFactor> = {}) {
  const factor = { secret: '00'.repeat(20), confirmedAt: 0, lastStep: 0, recovery: [], failures: 0, lockedUntil: 0 }
  const row = { factor: { ...factor, ...stored } as StoredSecondFactor, version: 1 }
  const time = { now: 0 }
  const user = { userId: 1, clientId: 1, email: PRINCIPAL.email, role: 'user', enabled: true } as UserRecord
  const factors = createSecondFactors({
    issuer: 'Acme SMS',
    store: {
      find: async () => ({ ...row }),
      async put(_, next) {
        row.factor = next
        row.version += 1
        return true
      },
      async remove() {},
    },
    accounts: { findUser: async () => user, listClients: async () => [{ enabled: true } as never] },
    note: async () => {},
    noteRefusal() {},
    clock: { now: () => time.now } as Clock,
  })
  /** Guesses that somebody makes within a day who makes one whenever it is permitted. */
  async function guessesADay(code: (guess: number) => string): Promise<number> {
    const end = time.now + DAY_MS
    let guesses = 0
    while (time.now < end) {
      const result = await factors.check(PRINCIPAL, code(guesses), FROM)
      if (result.kind === 'locked') time.now += result.retryAfterMs
      else guesses += 1
    }
    return guesses
  }
  return { factors, guessesADay }
}

test('an authenticator app shows the name of the product', async () => {
  const { uri } = await enrolled({ confirmedAt: null }).factors.enrol(PRINCIPAL)
  assert.ok(uri.startsWith('otpauth://totp/Acme%20SMS:') && uri.endsWith('&issuer=Acme%20SMS'), uri)
})

describe('guesses at a second factor', () => {
  test('at a code of the app: at most 50 a day', async () => {
    // The secret's own codes of that day are not among these.
    const guesses = await enrolled().guessesADay((guess) => `99${String(guess).padStart(5, '0')}`)
    assert.ok(guesses >= 20 && guesses <= 50, `${guesses}`)
  })

  test('at a recovery code: at most 1,500 a day', async () => {
    const guesses = await enrolled().guessesADay((guess) => `AAAA-BBBB-CCCC-${String(guess).padStart(4, '0')}`)
    assert.ok(guesses <= 1_500, `${guesses}`)
  })

  test('a lock that an older release stored is one of the app', async () => {
    const { factors } = enrolled({ failures: 20, lockedUntil: 60_000 })
    assert.equal((await factors.check(PRINCIPAL, '000000', FROM)).kind, 'locked')
    assert.equal((await factors.check(PRINCIPAL, 'AAAA-BBBB-CCCC-DDDD', FROM)).kind, 'wrong')
  })
})
