import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { GatewayError, LoginAttempt, LoginResult } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { createGuardedLogins, type Judge } from '../src/accounts/guarded-logins.ts'
import { dropOldAttempts } from '../src/accounts/login-attempts.ts'
import { NO_OUTAGE } from '../src/database/outage.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

const DAY_MS = 86_400_000
const PASSWORD = 'the right one'
const UNKNOWN: LoginResult = { kind: 'unknown' }
const OK = { kind: 'ok', principal: {} } as LoginResult

const judge: Judge = async ({ password }) => (password === PASSWORD ? OK : UNKNOWN)

/** A node with guards of its own. */
function node(judging: Judge = judge) {
  const { clock, secrets, sql } = database
  const logins = createGuardedLogins({
    sql,
    secrets,
    clock,
    steady: clock,
    logger: captureLogger(),
    noteRefusal() {},
    outage: NO_OUTAGE,
  })
  const attemptOf = (account: string, password: string, address: string): LoginAttempt => {
    return { origin: 'test', account, password, address }
  }
  return {
    by: (account: string, password: string, address: string) =>
      logins.byPassword(attemptOf(account, password, address), judging),
    bind: (account: string, password: string, address: string) =>
      logins.bySystemId(attemptOf(account, password, address), judging),
  }
}

let last = 0
/** An address of 2^64, each in a group of its own. */
function stranger(): string {
  last += 1
  return `2001:db8:${(last >> 16).toString(16)}:${(last & 0xffff).toString(16)}::1`
}

const kindsOf = (results: readonly LoginResult[], kind: string) => results.filter((each) => each.kind === kind).length

const methods = ['by', 'bind'] as const

describe('guesses at one account', () => {
  for (const method of methods)
    test(`${method}: at most 200 a day from 10,000 addresses over two nodes, and the owner gets in at a known address`, async () => {
      const account = `owner.of.${method}@customer.example`
      const nodes = [node(), node()]
      const start = database.clock.now()
      const home = '198.51.100.1'
      assert.equal((await nodes[0]?.[method](account, PASSWORD, home))?.kind, 'ok')
      let guesses = 0
      let addresses = 0
      while (database.clock.now() < start + DAY_MS) {
        const at = addresses
        addresses = (addresses + 60) % 10_000
        const results = await Promise.all(
          Array.from({ length: 60 }, (_, index) => {
            const place = `10.1.${(at + index) >> 8}.${(at + index) & 0xff}`
            return nodes[index % 2]?.[method](account, `guess ${at + index}`, place) as Promise<LoginResult>
          }),
        )
        guesses += kindsOf(results, 'unknown')
        const waits = results.map((result) => (result.kind === 'locked' ? result.retryAfterMs : 1_000))
        for (const each of nodes) assert.equal((await each[method](account, PASSWORD, home)).kind, 'ok')
        database.clock.advance(Math.max(1_000, Math.min(...waits.filter((ms) => ms > 0))))
      }
      assert.ok(guesses <= 200, `${guesses} guesses`)
      assert.ok(guesses >= 100, 'and never locked for good')
    })

  test('the whole e-mail and the beginning that SMPP clients send are one account', async () => {
    const { bind } = node()
    let guesses = 0
    for (let tries = 0; tries < 40; tries += 1) {
      const account = tries % 2 === 0 ? 'Long.address@customer.example' : 'long.address@cu'
      guesses += (await bind(account, 'guess', stranger())).kind === 'unknown' ? 1 : 0
    }
    assert.equal(guesses, 11)
  })

  test('guesses at the password do not delay binds, nor binds the password', async () => {
    const { bind, by } = node()
    const account = 'both@customer.example'
    for (let tries = 0; tries < 15; tries += 1) await by(account, 'guess', stranger())
    assert.equal((await by(account, PASSWORD, stranger())).kind, 'locked')
    assert.equal((await bind(account, PASSWORD, stranger())).kind, 'ok')
  })

  test('right passwords from many new addresses are no guesses', async () => {
    const { bind } = node()
    for (let tries = 0; tries < 30; tries += 1)
      assert.equal((await bind('travelling@customer.example', PASSWORD, stranger())).kind, 'ok')
  })

  test('an attempt that could not be checked is no guess', async () => {
    let isAway = true
    const { bind } = node(async (credentials, place) => {
      if (isAway) throw new Error('away')
      return judge(credentials, place)
    })
    for (let tries = 0; tries < 30; tries += 1)
      await assert.rejects(bind('unchecked@customer.example', 'guess', stranger()), /away/)
    isAway = false
    assert.equal((await bind('unchecked@customer.example', PASSWORD, stranger())).kind, 'ok')
  })

  test('the newest twenty places are known, on every node', async () => {
    const account = 'places@customer.example'
    const places = Array.from({ length: 22 }, stranger)
    for (const place of places) {
      await node().by(account, PASSWORD, place)
      database.clock.advance(1_000)
    }
    for (let tries = 0; tries < 12; tries += 1) await node().by(account, 'guess', stranger())
    const kinds: string[] = []
    for (const place of places) kinds.push((await node().by(account, PASSWORD, place)).kind)
    assert.deepEqual(kinds, ['locked', 'locked', ...Array(20).fill('ok')])
    const [row] = await database.sql<{ addresses: number }[]>`
      select max(places)::integer as addresses from (select count(*) as places from login_place group by account) as each`
    assert.equal(row?.addresses, 20)
  })

  test('a place is written twice a day at most, and no place that is known counts guesses', async () => {
    const account = 'hot@customer.example'
    const place = '198.51.100.7'
    const { by } = node()
    await by(account, PASSWORD, place)
    const { xmin } = await onlyRow()
    for (let tries = 0; tries < 10; tries += 1) await by(account, PASSWORD, place)
    await node().by(account, PASSWORD, place)
    assert.equal((await onlyRow()).xmin, xmin)
    database.clock.advance(DAY_MS)
    await by(account, PASSWORD, place)
    assert.notEqual((await onlyRow()).xmin, xmin)

    async function onlyRow(): Promise<{ xmin: string }> {
      const [row, ...more] = await database.sql<{ xmin: string }[]>`
        select xmin::text from login_place where address_group = ${place}`
      assert.equal(more.length, 0)
      return row as { xmin: string }
    }
  })

  test('old counts and places are removed', async () => {
    await node().by('old@customer.example', 'guess', stranger())
    await node().by('old@customer.example', PASSWORD, '198.51.100.9')
    await database.sql`update login_delay set since = now() - interval '25 hours', blocked_until = now()`
    await database.sql`update login_place set seen_at = now() - interval '91 days'`
    await dropOldAttempts(database.sql)
    const [row] = await database.sql<{ left: string }[]>`
      select (select count(*) from login_delay) + (select count(*) from login_place) as left`
    assert.equal(Number(row?.left), 0)
  })
})

describe('guesses from one address group', () => {
  for (const method of methods)
    test(`${method}: at most 300 a day from any number of addresses of a /64, at any number of accounts`, async () => {
      const guesser = node()
      const home = '2001:db8:aaaa:bbbb::7'
      const start = database.clock.now()
      assert.equal((await guesser[method]('neighbour@customer.example', PASSWORD, home)).kind, 'ok')
      let guesses = 0
      for (let round = 0; database.clock.now() < start + DAY_MS; round += 1) {
        const results = await Promise.allSettled(
          Array.from({ length: 30 }, (_, index) => {
            const address = `2001:db8:aaaa:bbbb:${round.toString(16)}::${index.toString(16)}`
            return guesser[method](`account.${method}.${round}.${index}@x.example`, 'guess', address)
          }),
        )
        const answers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
        guesses += kindsOf(answers, 'unknown')
        const waits = answers.flatMap((each) => (each.kind === 'locked' ? [each.retryAfterMs] : []))
        database.clock.advance(waits.length > 0 ? Math.max(1_000, Math.min(...waits)) : 1_000)
        const neighbour = await guesser[method]('neighbour@customer.example', PASSWORD, home)
        assert.equal(neighbour.kind, 'ok', 'a neighbour who has logged in before still may')
      }
      assert.ok(guesses <= 300, `${guesses} guesses`)
    })

  test('twenty attempts by password wait at most, the others are refused at once, and another group is not', async () => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const { by } = node(async (credentials, place) => {
      await ended
      return judge(credentials, place)
    })
    const refused: GatewayError[] = []
    const attempts = Array.from({ length: 400 }, (_, index) =>
      by(`crowd.${index}@x.example`, 'guess', `2001:db8:cccc:1::${index.toString(16)}`).catch((error: GatewayError) => {
        refused.push(error)
      }),
    )
    const other = by('other@x.example', PASSWORD, '2001:db8:cccc:2::1')
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(refused.length, 380)
    assert.deepEqual([refused[0]?.category, refused[0]?.code], ['unavailable', 'overloaded'])
    end()
    await Promise.all(attempts)
    assert.equal((await other).kind, 'ok')
  })

  test('requests at once with a password that was right a moment ago wait for no turn', async () => {
    const { by } = node()
    const from = '198.51.100.20'
    const account = 'legacy@customer.example'
    await by(account, PASSWORD, from)
    const results = await Promise.all(Array.from({ length: 200 }, () => by(account, PASSWORD, from)))
    assert.equal(kindsOf(results, 'ok'), 200)
  })

  test('a right password among wrong ones of its pair is treated as they are', async () => {
    const { by } = node()
    const from = '198.51.100.21'
    const account = 'watched@customer.example'
    await by(account, PASSWORD, from)
    const wrong = Array.from({ length: 20 }, (_, index) => by(account, `guess ${index}`, from))
    await assert.rejects(by(account, PASSWORD, from), { code: 'overloaded' })
    await Promise.all(wrong)
    assert.equal((await by(account, PASSWORD, from)).kind, 'locked')
  })
})
