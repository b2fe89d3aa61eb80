import assert from 'node:assert/strict'
import { AuditLog, type LoginAttempt, Logins, type Principal, SmppLogins } from '@heliograph/contracts'
import { enrolledFactor, wrongCode } from './second-factor-app.ts'
import { eventually, type ServiceCase, type ServiceClient, type ServiceWorld } from './service-world.ts'

let lastAddress = 0

/** A wrong attempt from a new address, so that failures in other cases do not count. */
function wrongAttempt({ principal }: ServiceClient, changes: Partial<LoginAttempt> = {}): LoginAttempt {
  lastAddress += 1
  const address = `203.0.113.${lastAddress}`
  return { origin: 'suite', account: principal.email, password: 'wrong', address, ...changes }
}

/** Refused logins as this principal sees them. */
async function refusals(world: ServiceWorld, who: Principal) {
  const { records } = await world.service(AuditLog).find(who, { action: 'log-in-refused', limit: 100 })
  return records
}

/** The refusals of one account and reason, in whichever ten-minute periods they were counted. */
async function timesOf(world: ServiceWorld, who: Principal, email: string, reason: string): Promise<number> {
  const own = (await refusals(world, who)).filter((each) => each.email === email && each.detail.reason === reason)
  return own.reduce((sum, { detail }) => sum + Number(detail.times), 0)
}

export const refusalCases: readonly ServiceCase[] = [
  {
    name: 'wrong passwords are counted in one entry, with where the latest came from',
    async run(world, client) {
      const { principal } = client
      for (let tries = 0; tries < 3; tries += 1)
        await world.service(Logins).byPassword(wrongAttempt(client, { account: principal.email.toUpperCase() }))
      const address = `203.0.113.${lastAddress}`
      const { email } = principal
      const isCounted = async () => (await timesOf(world, principal, email, 'wrong-password')) === 3
      await eventually(isCounted, 'three are counted')
      const [latest] = await refusals(world, principal)
      assert.deepEqual(
        [latest?.clientId, latest?.userId, latest?.detail.interface, latest?.detail.address],
        [principal.clientId, principal.userId, 'suite', address],
      )
      assert.ok(!JSON.stringify(latest).includes('wrong"'), 'no password')
    },
  },
  {
    name: 'who is locked out is noted as that',
    async run(world, client) {
      const attempt = wrongAttempt(client)
      const { byPassword } = world.service(Logins)
      while ((await byPassword(attempt)).kind !== 'locked');
      const { principal } = client
      const isNoted = async () => (await timesOf(world, principal, principal.email, 'locked')) > 0
      await eventually(isNoted, 'the lock is noted')
    },
  },
  {
    name: 'the right password of a disabled user is noted for the admin of its client',
    async run(world, client) {
      const { principal, password } = client
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      await world.disableUser(principal.userId)
      await world.accountsChanged()
      await world.service(Logins).byPassword(wrongAttempt(client, { password }))
      const isNoted = async () => (await timesOf(world, admin, principal.email, 'disabled')) === 1
      await eventually(isNoted, 'it is noted')
    },
  },
  {
    name: 'wrong codes are noted, with where they came from',
    async run(world, { principal }) {
      const { factors, secret } = await enrolledFactor(world, principal)
      await factors.check(principal, wrongCode(world, secret), { origin: 'portal', address: '192.0.2.7' })
      await factors.check(principal, undefined, { origin: 'portal', address: '192.0.2.7' })
      await eventually(async () => (await refusals(world, principal)).length > 0, 'it is noted')
      const [noted, ...more] = await refusals(world, principal)
      assert.deepEqual(
        [noted?.detail.reason, noted?.detail.address, noted?.detail.times],
        ['wrong-code', '192.0.2.7', '1'],
      )
      assert.deepEqual(more, [])
    },
  },
  {
    name: 'log-ins with e-mails that nobody has are counted together, for operators alone',
    async run(world, client) {
      const operator = await world.addUser(client.principal.clientId, { role: 'operator' })
      const admin = await world.addUser(client.principal.clientId, { role: 'admin' })
      const { byPassword } = world.service(Logins)
      for (const account of ['nobody@else.test', 'NoOne\0@else.test'])
        await byPassword(wrongAttempt(client, { account }))
      const ofNobody = async () => (await refusals(world, operator)).filter(({ userId }) => userId === null)
      await eventually(async () => (await ofNobody()).some(({ email }) => email?.startsWith('noone')), 'they are noted')
      assert.ok((await ofNobody()).every(({ clientId }) => clientId === null))
      assert.deepEqual(await refusals(world, admin), [])
    },
  },
  {
    name: 'a bind that is refused is noted for the user of its system id',
    async run(world, client) {
      const { principal } = client
      await world.service(SmppLogins).bySystemId(wrongAttempt(client, { origin: 'smpp' }))
      const isNoted = async () => (await timesOf(world, principal, principal.email, 'wrong-password')) === 1
      await eventually(isNoted, 'it is noted')
    },
  },
]
