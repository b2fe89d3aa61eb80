import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoginResult, Logins, SmppLogins } from '@heliograph/contracts'
import { captureLogger } from '@heliograph/testkit'
import { createDirectory } from '../src/accounts/directory.ts'
import { createLogins } from '../src/accounts/logins.ts'
import { createPasswordWork } from '../src/accounts/password-work.ts'
import { hashPassword, verifyPassword } from '../src/accounts/provisioning/password.ts'
import { createSecondFactorStore } from '../src/accounts/second-factor-store.ts'
import { openDatabase } from '../src/database/database.ts'
import { NO_OUTAGE } from '../src/database/outage.ts'
import { useDatabase } from './support/database-fixture.ts'

const database = useDatabase()

const DEFAULTS = { country: 'ZA', rateLimit: 300 }
const WEAK = { logN: 4, r: 8, p: 1 }

function logins(
  sql = database.sql,
  passwords = createPasswordWork(database.clock),
): { readonly logins: Logins & SmppLogins; forget(): void } {
  const { clock, secrets } = database
  const directory = createDirectory({ sql, clock, defaults: DEFAULTS })
  return {
    logins: createLogins({
      directory,
      sql,
      defaults: DEFAULTS,
      secrets,
      clock,
      steady: clock,
      logger: captureLogger(),
      passwords,
      noteRefusal() {},
      outage: NO_OUTAGE,
    }),
    forget: () => directory.invalidate(),
  }
}

let addresses = 0
/** An address from which no login has failed. */
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

function reported(result: LoginResult): string {
  return result.kind === 'ok' ? `user ${result.principal.userId}` : result.kind
}

describe('an SMPP log-in', () => {
  // spec: SMPP interface | field | system_id is the e-mail of the user ; password is the first 8 characters of the API key
  // spec: Authentication | field | SMPP: system ID is the e-mail of the user ; SMPP: password is the first 8 characters of the API key
  // spec: Limits | limit | SMPP password is the first 8 characters of the API key
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
        reported(await logins().logins.bySystemId(attempt(account, password))),
        expected,
        `${account} ${password}`,
      )
    }
  })

  test('the principal is the one of the key', async () => {
    const { userId, clientId, apiKey } = await addUser('principal@customer.example')
    const result = await logins().logins.bySystemId(attempt('principal@customer.example', apiKey))
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
        reported(await logins().logins.bySystemId(attempt('same@customer.example', apiKey))),
        `user ${userId}`,
      )
      assert.equal(reported(await logins().logins.bySystemId(attempt('same@customer.e', apiKey))), `user ${userId}`)
    }
  })

  test('a beginning that fits several users with that key start fits none, but the whole e-mail does', async () => {
    const [first, second] = [await addUser('ambiguous.user@one.example'), await addUser('ambiguous.user@two.example')]
    const { smppHash } = database.secrets
    await database.sql`update api_key set smpp_hash = ${smppHash(first.apiKey)} where user_id = ${second.userId}`
    const by = async (account: string) => reported(await logins().logins.bySystemId(attempt(account, first.apiKey)))
    assert.equal(await by('ambiguous.user@'), 'unknown')
    assert.equal(await by('ambiguous.user@two.example'), `user ${second.userId}`)
    await database.provisioning.setUser({ userId: second.userId, enabled: false })
    assert.equal(await by('ambiguous.user@'), `user ${first.userId}`, 'only active users count')
  })

  test('an e-mail of exactly 15 characters goes before a longer one it begins', async () => {
    const [short, long] = [await addUser('abcdefgh@ij.com'), await addUser('abcdefgh@ij.company.example')]
    await database.sql`
      update api_key set smpp_hash = ${database.secrets.smppHash(short.apiKey)} where user_id = ${long.userId}`
    assert.equal(
      reported(await logins().logins.bySystemId(attempt('abcdefgh@ij.com', short.apiKey))),
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
      assert.equal(reported(await logins().logins.bySystemId(attempt(email, apiKey))), 'disabled')
      assert.equal(reported(await logins().logins.bySystemId(attempt(email.slice(0, 15), apiKey))), 'disabled')
      assert.equal(reported(await logins().logins.bySystemId(attempt(email, 'wrongone'))), 'unknown')
    }
  })

  test('a good one is remembered until something changes', async () => {
    const { userId, apiKey } = await addUser('remembered@customer.example')
    const service = logins()
    const by = async () => reported(await service.logins.bySystemId(attempt('remembered@customer.example', apiKey)))
    assert.equal(await by(), `user ${userId}`)
    await database.provisioning.setUser({ userId, enabled: false })
    assert.equal(await by(), `user ${userId}`, 'no look at the database')
    service.forget()
    assert.equal(await by(), 'disabled')
  })

  test('without the database it is unavailable, and counts as no failure', async () => {
    const away = openDatabase({ url: 'postgres://127.0.0.1:1/nowhere', max: 1, applicationName: 'test' })
    const { logins: service } = logins(away)
    const one = attempt('somebody@customer.example', 'whatever')
    for (let index = 0; index < 12; index += 1) {
      await assert.rejects(service.bySystemId(one), { category: 'unavailable' })
    }
    await away.end({ timeout: 0 })
  })

  test('guessing is slowed down, then locked, and the right password does not help any more', async () => {
    const { userId, apiKey } = await addUser('guessed@customer.example')
    const { logins: service } = logins()
    const from = address()
    const by = (password: string, where = from) =>
      service.bySystemId(attempt('guessed@customer.example', password, where))
    const kinds: string[] = []
    for (let index = 0; index < 5; index += 1) kinds.push((await by('wrongone')).kind)
    assert.deepEqual(kinds, ['unknown', 'unknown', 'unknown', 'unknown', 'locked'])
    assert.deepEqual(await by(apiKey), { kind: 'locked', retryAfterMs: 1_000 })
    assert.equal(reported(await by(apiKey, address())), `user ${userId}`, 'from elsewhere it is open')
    database.clock.advance(1_000)
    assert.equal(reported(await by(apiKey)), `user ${userId}`)
    assert.equal((await by('wrongone')).kind, 'unknown', 'the count began again')
  })
})

describe('attempts that come at once', () => {
  test('are checked one by one, so that the first failures lock out the others', async () => {
    const { apiKey } = await addUser('flooded@customer.example')
    const { logins: service } = logins()
    const from = address()
    const attempts = Array.from({ length: 50 }, () =>
      service.bySystemId(attempt('flooded@customer.example', 'wrongone', from)),
    )
    const kinds = (await Promise.all(attempts)).map(({ kind }) => kind)
    assert.deepEqual(
      [kinds.filter((kind) => kind === 'unknown').length, kinds.filter((kind) => kind === 'locked').length],
      [4, 46],
    )
    assert.equal((await service.bySystemId(attempt('flooded@customer.example', apiKey, from))).kind, 'locked')
  })

  test('all get in with the right password', async () => {
    const { userId, apiKey } = await addUser('reconnecting@customer.example')
    const { logins: service } = logins()
    const from = address()
    const attempts = Array.from({ length: 50 }, () =>
      service.bySystemId(attempt('reconnecting@customer.example', apiKey, from)),
    )
    assert.deepEqual(new Set((await Promise.all(attempts)).map(reported)), new Set([`user ${userId}`]))
  })
})

describe('a login by password', () => {
  async function addUserWith(email: string, password: string): Promise<{ userId: number; clientId: number }> {
    const user = await addUser(email)
    await setPassword(user.userId, password)
    return user
  }

  async function setPassword(userId: number, password: string): Promise<void> {
    const hash = await hashPassword(password, WEAK)
    await database.sql`update app_user set password_hash = ${hash} where user_id = ${userId}`
  }

  /** Counts the passwords that are actually checked. */
  function counting() {
    const checked: string[] = []
    const check = createPasswordWork(database.clock, (password, stored) => {
      checked.push(password)
      return verifyPassword(password, stored)
    })
    return { checked, service: logins(database.sql, check).logins }
  }

  test('tells users of several clients with one e-mail apart by password, or by client', async () => {
    const email = 'shared@customer.example'
    const [first, second] = [await addUserWith(email, 'one'), await addUserWith(email, 'two')]
    const { logins: service } = logins()
    const by = async (password: string, clientId?: number) =>
      reported(await service.byPassword({ ...attempt(email, password), clientId }))
    assert.equal(await by('one'), `user ${first.userId}`)
    assert.equal(await by('two'), `user ${second.userId}`)
    await setPassword(second.userId, 'one')
    assert.equal(await by('one'), 'unknown', 'whose it is cannot be told')
    assert.equal(await by('one', second.clientId), `user ${second.userId}`)
  })

  test('a good one is checked again after five minutes, or when it was changed', async () => {
    const email = 'legacy@customer.example'
    const { userId } = await addUserWith(email, 'secret')
    const { checked, service } = counting()
    const by = async (password: string) => reported(await service.byPassword(attempt(email, password)))
    for (let request = 0; request < 3; request += 1) assert.equal(await by('secret'), `user ${userId}`)
    assert.equal(checked.length, 1)
    database.clock.advance(300_000)
    assert.equal(await by('secret'), `user ${userId}`)
    assert.equal(checked.length, 2)
    await setPassword(userId, 'changed')
    assert.equal(await by('secret'), 'unknown')
    assert.equal(await by('changed'), `user ${userId}`)
  })

  test('an unknown e-mail takes as long as a wrong password', async () => {
    const { checked, service } = counting()
    assert.equal(reported(await service.byPassword(attempt('no.one@customer.example', 'guess'))), 'unknown')
    assert.deepEqual(checked, ['guess'])
  })
})

describe('a user with a second factor', () => {
  test('costs a check against the hash of no password, whatever was given and whatever is remembered', async () => {
    const email = 'careful@customer.example'
    const { userId } = await addUser(email)
    const hash = await hashPassword('secret', WEAK)
    await database.sql`update app_user set password_hash = ${hash} where user_id = ${userId}`
    const checked: string[] = []
    const work = createPasswordWork(database.clock, async (password, stored) => {
      checked.push(stored)
      return verifyPassword(password, stored)
    })
    const service = logins(database.sql, work).logins
    const here = attempt(email, 'secret')
    assert.equal(reported(await service.byPassword({ ...here, asksSecondFactor: true })), `user ${userId}`)
    const factor = { secret: 'c0ffee', confirmedAt: 1, lastStep: 0, recovery: [], failures: 0, lockedUntil: 0 }
    assert.equal(
      await createSecondFactorStore(database.sql, database.secrets).put(userId, factor, undefined),
      true,
      'from now on it has one',
    )
    const costs: string[][] = []
    for (const password of ['secret', 'guess', 'secret', 'guess']) {
      checked.length = 0
      assert.equal(reported(await service.byPassword({ ...here, password, address: address() })), 'unknown')
      costs.push([...checked])
    }
    assert.equal(costs[0]?.length, 1)
    assert.notEqual(costs[0]?.[0], hash)
    for (const cost of costs) assert.deepEqual(cost, costs[0])
    checked.length = 0
    assert.equal(reported(await service.byPassword({ ...here, asksSecondFactor: true })), `user ${userId}`)
    assert.deepEqual(checked, [], 'where the code is asked for, it is remembered')
  })
})
