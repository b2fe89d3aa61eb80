import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LoginGuard } from '../src/accounts/login-guard.ts'

const DAY_MS = 86_400_000
const PAIR = { account: 'a', group: '192.0.2.1' }

/** How many guesses somebody makes within a day who makes one whenever it is permitted. */
function guessesADay(guard: LoginGuard, next: (guess: number) => typeof PAIR): number {
  let guesses = 0
  let now = 0
  while (now < DAY_MS) {
    const pair = next(guesses)
    const waitMs = Math.max(guard.pairWaitMs(pair, now), guard.groupWaitMs(pair.group, now))
    now += waitMs
    if (waitMs > 0) continue
    guard.failed(pair, now)
    guesses += 1
  }
  return guesses
}

describe('the guard', () => {
  test('waits grow until the pair is locked for longer and longer, and a quiet hour clears it', () => {
    const guard = new LoginGuard()
    const waits: number[] = []
    let now = 0
    for (let failure = 1; failure <= 15; failure += 1) {
      guard.failed(PAIR, now)
      const wait = guard.pairWaitMs(PAIR, now)
      waits.push(wait / 1000)
      now += wait
    }
    assert.deepEqual(waits, [0, 0, 0, 1, 2, 4, 8, 16, 32, 300, 600, 1200, 2400, 3600, 3600])
    assert.equal(guard.hasFailed(PAIR, now + 3_599_999), true)
    now += 3_600_000
    assert.equal(guard.hasFailed(PAIR, now), false)
    guard.failed(PAIR, now)
    assert.equal(guard.pairWaitMs(PAIR, now), 0)
  })

  test('a day has at most 50 guesses of a pair, and 250 of an address group with any accounts', () => {
    assert.ok(guessesADay(new LoginGuard(), () => PAIR) <= 50)
    const guesses = guessesADay(new LoginGuard(), (guess) => ({ account: `account ${guess}`, group: PAIR.group }))
    assert.ok(guesses <= 250, `${guesses}`)
    const patient = new LoginGuard()
    let [now, made] = [0, 0]
    // Nine guesses at a time and then a quiet hour, so that no lock ever grows.
    while (now < DAY_MS) {
      for (let guess = 0; guess < 9; guess += 1, made += 1) {
        now += patient.pairWaitMs(PAIR, now)
        patient.failed(PAIR, now)
      }
      now += patient.pairWaitMs(PAIR, now) + 3_600_000
    }
    assert.ok(made <= 220, `${made}`)
  })

  test('an address group that tries many accounts is locked as a whole', () => {
    const guard = new LoginGuard()
    const { group } = PAIR
    for (let index = 0; index < 99; index += 1) guard.failed({ account: `a${index}`, group }, 0)
    assert.equal(guard.groupWaitMs(group, 0), 0)
    guard.succeeded({ account: 'new', group })
    guard.failed({ account: 'a99', group }, 0)
    assert.equal(guard.groupWaitMs(group, 0), 600_000)
    assert.equal(guard.groupWaitMs('192.0.2.2', 0), 0)
    assert.equal(guard.groupWaitMs(group, 600_000), 0)
  })

  test('a flood of accounts and addresses does not grow it without bounds, and does not free the last guesser', () => {
    const guard = new LoginGuard()
    const first = { account: 'first', group: 'first address' }
    for (let index = 0; index < 100; index += 1) guard.failed(first, 0)
    for (let index = 0; index < 60_000; index += 1)
      guard.failed({ account: `account ${index}`, group: `address ${index}` }, 0)
    for (let index = 0; index < 10; index += 1) guard.failed(PAIR, 0)
    assert.equal(guard.pairWaitMs(PAIR, 0), 300_000)
    assert.equal(guard.pairWaitMs({ account: 'account 59999', group: 'address 59999' }, 0), 0)
    assert.deepEqual([guard.pairWaitMs(first, 0), guard.groupWaitMs(first.group, 0)], [0, 0])
  })
})
