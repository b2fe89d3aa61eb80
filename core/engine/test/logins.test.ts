import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoginResult, Logins } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { createDirectory } from '../src/accounts/directory.ts'
import { LoginGuard } from '../src/accounts/login-guard.ts'
import { createLogins } from '../src/accounts/logins.ts'
import { openDatabase } from '../src/database/database.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

function logins(sql = database.sql): { readonly logins: Logins; forget(): void } {
  const { clock, secrets } = database
  const directory = createDirectory({ sql, clock, defaults: { country: 'ZA', rateLimit: 300 } })
  return {
    logins: createLogins({ directory, secrets, clock, logger: captureLogger() }),
    forget: () => directory.invalidate(),
  }
}

let addresses = 0
/** An address nobody has failed from. */
function address(): string {
  addresses += 1
  return `192.0.2.${addresses}`
}

async function addUser(
  email: string,
  clientId?: number,
): Promise<{ userId: number; clientId: number; apiKey: string }> {
  const { provisioning, sql } = database
  const owner = clientId ?? (await provisioning.addClient({ name: email })).clientId
  const [row] = await sql<{ user_id: number }[]>`
    insert into app_user (client_id, email, password_hash) values (${owner}, ${email}, '') returning user_id`
  const userId = row?.user_id as number
  const { apiKey } = await provisioning.addKey({ userId })
  return { userId, clientId: owner, apiKey }
}

function attempt(account: string, password: string, from = address()) {
  return { origin: 'smpp', account, password, address: from }
}

function told(result: LoginResult): string {
  return result.kind === 'ok' ? `user ${result.principal.userId}` : result.kind
}

describe('an SMPP log-in', () => {
  test('takes the e-mail in any case and the first 8 characters of a key', async () => {
    const email = 'long.address@customer.example'
    const { userId, apiKey } = await addUser(email)
    const start = apiKey.slice(0, 8)
    const ok = `user ${userId}`
    const rows: [string, string, string][] = [
      [email, start, ok],
      [email.toUpperCase(), start, ok],
      [email, apiKey, ok],
      [email, `${start}anything`, ok],
      [email, start.slice(0, 7), 'unknown'],
      [email, '', 'unknown'],
      [email, start.toLowerCase() === start ? start.toUpperCase() : start.toLowerCase(), 'unknown'],
      ['long.address@cu', start, ok],
      ['LONG.address@CU', start, ok],
      ['long.address@cu', 'notright', 'unknown'],
      ['long.address@c', start, 'unknown'],
      ['long.address@cus', start, 'unknown'],
      ['', start, 'unknown'],
      ['x'.repeat(5_000), start, 'unknown'],
      ['nobody@customer.example', start, 'unknown'],
      ['long.address@c\0', start, 'unknown'],
    ]
    for (const [account, password, expected] of rows) {
      assert.equal(
        told(await logins().logins.bySmppPassword(attempt(account, password))),
        expected,
        `${account} ${password}`,
      )
    }
  })

  test('the principal is the one of the key', async () => {
    const { userId, clientId, apiKey } = await addUser('principal@customer.example')
    const result = await logins().logins.bySmppPassword(attempt('principal@customer.example', apiKey))
    assert.equal(result.kind, 'ok')
    const principal = result.kind === 'ok' ? result.principal : undefined
    assert.deepEqual(
      [principal?.userId, principal?.clientId, principal?.email],
      [userId, clientId, 'principal@customer.example'],
    )
    assert.equal(typeof principal?.keyId, 'number')
  })

  test('the key tells users with the same e-mail, or the same beginning of it, apart', async () => {
    const [first, second] = [await addUser('same@customer.example'), await addUser('same@customer.example')]
    for (const { userId, apiKey } of [first, second]) {
      assert.equal(
        told(await logins().logins.bySmppPassword(attempt('same@customer.example', apiKey))),
        `user ${userId}`,
      )
      assert.equal(told(await logins().logins.bySmppPassword(attempt('same@customer.e', apiKey))), `user ${userId}`)
    }
  })

  test('a beginning that fits several users with that key start fits none, but the whole e-mail does', async () => {
    const [first, second] = [await addUser('ambiguous.user@one.example'), await addUser('ambiguous.user@two.example')]
    const { smppHash } = database.secrets
    await database.sql`update api_key set smpp_hash = ${smppHash(first.apiKey)} where user_id = ${second.userId}`
    const by = async (account: string) => told(await logins().logins.bySmppPassword(attempt(account, first.apiKey)))
    assert.equal(await by('ambiguous.user@'), 'unknown')
    assert.equal(await by('ambiguous.user@two.example'), `user ${second.userId}`)
    await database.provisioning.disableUser({ userId: second.userId })
    assert.equal(await by('ambiguous.user@'), `user ${first.userId}`, 'only active users count')
  })

  test('an e-mail of exactly 15 characters goes before a longer one it begins', async () => {
    const [short, long] = [await addUser('abcdefgh@ij.com'), await addUser('abcdefgh@ij.company.example')]
    await database.sql`
      update api_key set smpp_hash = ${database.secrets.smppHash(short.apiKey)} where user_id = ${long.userId}`
    assert.equal(
      told(await logins().logins.bySmppPassword(attempt('abcdefgh@ij.com', short.apiKey))),
      `user ${short.userId}`,
    )
  })

  test('a disabled user or client is told apart only with the right password', async () => {
    for (const [email, disable] of [
      [
        'disabled.user@customer.example',
        (id: number) => database.sql`update app_user set enabled = false where user_id = ${id}`,
      ],
      [
        'disabled.client@customer.example',
        (_: number, client: number) => database.sql`update client set enabled = false where client_id = ${client}`,
      ],
    ] as const) {
      const { userId, clientId, apiKey } = await addUser(email)
      await disable(userId, clientId)
      assert.equal(told(await logins().logins.bySmppPassword(attempt(email, apiKey))), 'disabled')
      assert.equal(told(await logins().logins.bySmppPassword(attempt(email.slice(0, 15), apiKey))), 'disabled')
      assert.equal(told(await logins().logins.bySmppPassword(attempt(email, 'wrongone'))), 'unknown')
    }
  })

  test('a good one is remembered until something changes', async () => {
    const { userId, apiKey } = await addUser('remembered@customer.example')
    const service = logins()
    const by = async () => told(await service.logins.bySmppPassword(attempt('remembered@customer.example', apiKey)))
    assert.equal(await by(), `user ${userId}`)
    await database.provisioning.disableUser({ userId })
    assert.equal(await by(), `user ${userId}`, 'no look at the database')
    service.forget()
    assert.equal(await by(), 'disabled')
  })

  test('without the database it is unavailable, and counts as no failure', async () => {
    const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
    const { logins: service } = logins(away)
    const one = attempt('somebody@customer.example', 'whatever')
    for (let index = 0; index < 12; index += 1) {
      await assert.rejects(service.bySmppPassword(one), { category: 'unavailable' })
    }
    await away.end({ timeout: 0 })
  })

  test('guessing is slowed down, then locked, and the right password does not help any more', async () => {
    const { userId, apiKey } = await addUser('guessed@customer.example')
    const { logins: service } = logins()
    const from = address()
    const by = (password: string, where = from) =>
      service.bySmppPassword(attempt('guessed@customer.example', password, where))
    const kinds: string[] = []
    for (let index = 0; index < 5; index += 1) kinds.push((await by('wrongone')).kind)
    assert.deepEqual(kinds, ['unknown', 'unknown', 'unknown', 'unknown', 'locked'])
    assert.deepEqual(await by(apiKey), { kind: 'locked', retryAfterMs: 1_000 })
    assert.equal(told(await by(apiKey, address())), `user ${userId}`, 'from elsewhere it is open')
    database.clock.advance(1_000)
    assert.equal(told(await by(apiKey)), `user ${userId}`)
    assert.equal((await by('wrongone')).kind, 'unknown', 'the count began anew')
  })
})

describe('the guard', () => {
  test('waits grow until the pair is locked, and a quiet quarter of an hour clears it', () => {
    const guard = new LoginGuard()
    const waits: number[] = []
    let now = 0
    for (let failure = 1; failure <= 11; failure += 1) {
      guard.failed('a', '192.0.2.1', now)
      const wait = guard.waitMs('a', '192.0.2.1', now)
      waits.push(wait / 1000)
      now += wait
    }
    assert.deepEqual(waits, [0, 0, 0, 1, 2, 4, 8, 16, 32, 300, 300])
    now += 900_000
    guard.failed('a', '192.0.2.1', now)
    assert.equal(guard.waitMs('a', '192.0.2.1', now), 0)
  })

  test('an address that tries many accounts is locked as a whole', () => {
    const guard = new LoginGuard()
    for (let index = 0; index < 99; index += 1) guard.failed(`a${index}`, '192.0.2.1', 0)
    assert.equal(guard.waitMs('new', '192.0.2.1', 0), 0)
    guard.succeeded('new', '192.0.2.1')
    guard.failed('a99', '192.0.2.1', 0)
    assert.equal(guard.waitMs('new', '192.0.2.1', 0), 300_000)
    assert.equal(guard.waitMs('new', '192.0.2.2', 0), 0)
    assert.equal(guard.waitMs('new', '192.0.2.1', 300_000), 0)
  })

  test('a flood of accounts and addresses does not grow it without bounds, and does not free the last guesser', () => {
    const guard = new LoginGuard()
    for (let index = 0; index < 200_000; index += 1) guard.failed(`account ${index}`, `address ${index}`, 0)
    for (let index = 0; index < 10; index += 1) guard.failed('a', '192.0.2.1', 0)
    assert.equal(guard.waitMs('a', '192.0.2.1', 0), 300_000)
    assert.equal(guard.waitMs('account 199999', 'address 199999', 0), 0)
    assert.ok(guard.size <= 40_000)
  })
})
