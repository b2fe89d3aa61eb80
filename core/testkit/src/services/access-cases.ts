import assert from 'node:assert/strict'
import { Accounts, AuditLog, LoginLinks, type Principal, SecondFactors } from '@heliograph/contracts'
import { appCode, enrolledFactor, wrongCode } from './second-factor-app.ts'
import type { ServiceCase } from './service-world.ts'

/** The origin and address of logins. */
const FROM = { origin: 'suite', address: '192.0.2.1' }

const secondFactorCases: readonly ServiceCase[] = [
  {
    name: 'a second factor is in force once it was confirmed, and a code works once',
    async run(world, { principal }) {
      const factors = world.service(SecondFactors)
      assert.deepEqual(await factors.check(principal, undefined, FROM), { kind: 'ok' })
      const { secret, uri } = await factors.enrol(principal)
      assert.match(secret, /^[A-Z2-7]{32}$/)
      assert.ok(uri.startsWith('otpauth://totp/Heliograph:') && uri.includes(`secret=${secret}`))
      assert.deepEqual(await factors.check(principal, undefined, FROM), { kind: 'ok' })
      await assert.rejects(factors.confirm(principal, wrongCode(world, secret)), { code: 'wrong-code' })
      const first = appCode(world, secret)
      const { recoveryCodes } = await factors.confirm(principal, first)
      assert.equal(new Set(recoveryCodes).size, 10)
      for (const code of recoveryCodes) assert.match(code, /^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
      assert.deepEqual(await factors.check(principal, undefined, FROM), { kind: 'needed' })
      assert.deepEqual(await factors.check(principal, ' ', FROM), { kind: 'needed' })
      assert.deepEqual(await factors.check(principal, first, FROM), { kind: 'wrong' }, 'a second time')
      const next = appCode(world, secret, 1)
      assert.deepEqual(await factors.check(principal, `${next.slice(0, 3)} ${next.slice(3)}`, FROM), { kind: 'ok' })
      const { isOn, recoveryCodesLeft } = await factors.state(principal, principal.userId)
      assert.deepEqual([isOn, recoveryCodesLeft], [true, 10])
      await assert.rejects(factors.enrol(principal), { category: 'conflict', code: 'second-factor-on' })
    },
  },
  {
    name: 'of the same code at once one is taken',
    async run(world, { principal }) {
      const { factors, secret } = await enrolledFactor(world, principal)
      const code = appCode(world, secret, 1)
      const checks = await Promise.all([1, 2, 3, 4].map(() => factors.check(principal, code, FROM)))
      assert.deepEqual(checks.map(({ kind }) => kind).sort(), ['ok', 'wrong', 'wrong', 'wrong'])
    },
  },
  {
    name: 'a recovery code works once, in any spelling',
    async run(world, { principal }) {
      const { factors, recoveryCodes } = await enrolledFactor(world, principal)
      const [first = '', second = ''] = recoveryCodes
      assert.deepEqual(await factors.check(principal, first.toLowerCase(), FROM), { kind: 'ok' })
      assert.deepEqual(await factors.check(principal, first, FROM), { kind: 'wrong' })
      assert.deepEqual(await factors.check(principal, second.replaceAll('-', ' '), FROM), { kind: 'ok' })
      assert.equal((await factors.state(principal, principal.userId)).recoveryCodesLeft, 8)
    },
  },
  {
    name: 'guessing codes ends in a lock, also for the right one',
    async run(world, { principal }) {
      const { factors, secret } = await enrolledFactor(world, principal)
      const kinds: string[] = []
      for (let guess = 0; guess < 7; guess += 1)
        kinds.push((await factors.check(principal, wrongCode(world, secret), FROM)).kind)
      assert.deepEqual(kinds, [...Array(6).fill('wrong'), 'locked'])
      const locked = await factors.check(principal, appCode(world, secret, 1), FROM)
      assert.ok(locked.kind === 'locked' && locked.retryAfterMs > 0 && locked.retryAfterMs <= 60_000)
      const removing = factors.remove(principal, { userId: principal.userId, code: appCode(world, secret, 1) })
      await assert.rejects(removing, { category: 'throttled', code: 'locked' })
    },
  },
  {
    name: 'wrong codes of the app leave the recovery codes usable, and wrong recovery codes the app',
    async run(world, { principal }) {
      const { factors, secret, recoveryCodes } = await enrolledFactor(world, principal)
      const guess = (code: string) => factors.check(principal, code, FROM)
      for (let tries = 0; tries < 7; tries += 1) await guess(wrongCode(world, secret))
      assert.equal((await guess(wrongCode(world, secret))).kind, 'locked')
      const [first = '', second = ''] = recoveryCodes
      assert.deepEqual(await guess(first), { kind: 'ok' })
      for (let tries = 0; tries < 7; tries += 1) await guess(`${first.slice(0, -1)}8`)
      const locked = await guess(second)
      assert.ok(locked.kind === 'locked' && locked.retryAfterMs > 0 && locked.retryAfterMs <= 60_000)
      assert.deepEqual(await guess(appCode(world, secret, 1)), { kind: 'ok' })
      assert.deepEqual(await guess(second), { kind: 'ok' }, 'a good code clears both counts')
    },
  },
  {
    name: 'the own one is taken away by a code, that of others by who keeps them',
    async run(world, { principal }) {
      const { factors, secret } = await enrolledFactor(world, principal)
      const { userId, clientId } = principal
      const admin = await world.addUser(clientId, { role: 'admin' })
      const other = await world.addUser(clientId, {})
      const stranger = await world.addUser((await world.addClient()).principal.clientId, { role: 'admin' })
      await assert.rejects(factors.remove(principal, { userId }), { code: 'wrong-code' })
      await assert.rejects(factors.remove(other, { userId }), { code: 'not-allowed' })
      await assert.rejects(factors.state(other, userId), { code: 'not-allowed' })
      await assert.rejects(factors.remove(stranger, { userId }), { code: 'user-not-found' })
      assert.equal((await factors.state(admin, userId)).isOn, true)
      await factors.remove(admin, { userId })
      assert.deepEqual(await factors.check(principal, undefined, FROM), { kind: 'ok' })
      const again = await factors.enrol(principal)
      assert.notEqual(again.secret, secret)
      await factors.confirm(principal, appCode(world, again.secret))
      await factors.remove(principal, { userId, code: appCode(world, again.secret, 1) })
      assert.equal((await factors.state(principal, userId)).isOn, false)
    },
  },
]

const loginLinkCases: readonly ServiceCase[] = [
  {
    name: 'a link lets its user in once',
    async run(world, { principal }) {
      const links = world.service(LoginLinks)
      const token = await world.loginLink(principal.userId)
      const expected = { ...principal, keyId: null }
      assert.deepEqual(await links.find(token), expected)
      const redeemed = await Promise.all([links.redeem(token), links.redeem(token), links.redeem(token)])
      assert.deepEqual(
        redeemed.filter((each) => each !== undefined),
        [expected],
      )
      assert.equal(await links.find(token), undefined)
      for (const wrong of ['', 'x', token.slice(1), `${token}x`, '\0', '\ud800']) {
        assert.equal(await links.find(wrong), undefined)
        assert.equal(await links.redeem(wrong), undefined)
      }
    },
  },
  {
    name: 'a link of a disabled user lets nobody in',
    async run(world, { principal }) {
      const token = await world.loginLink(principal.userId)
      await world.disableUser(principal.userId)
      await world.accountsChanged()
      assert.equal(await world.service(LoginLinks).find(token), undefined)
      assert.equal(await world.service(LoginLinks).redeem(token), undefined)
    },
  },
]

const auditCases: readonly ServiceCase[] = [
  {
    name: 'what changes accounts is noted: who, what, to what, without secrets',
    async run(world, client) {
      const { clientId } = client.principal
      const admin = await world.addUser(clientId, { role: 'admin' })
      const accounts = world.service(Accounts)
      const password = 'a very secret password'
      const { userId } = await accounts.addUser(admin, { clientId, email: 'new@acme.example', password, role: 'user' })
      await accounts.setUser(admin, { userId, priority: 'LOW' })
      await accounts.setPassword(admin, { userId, password: `${password} too` })
      const { keyId, apiKey } = await accounts.addKey(admin, { userId })
      await accounts.removeKey(admin, keyId)
      const [channel] = await accounts.channels(admin, clientId)
      const channelId = channel?.channelId as number
      await accounts.setChannel(admin, { channelId, dlrUrl: 'https://acme.example/?token=geheim' })
      const { securityKey } = await accounts.rotateSecurityKey(admin, channelId)
      await accounts.setSharedSecret(admin, { channelId, kind: 'opt-in', secret: 'secret of opt-ins' })
      const { records } = await world.service(AuditLog).find(admin, { clientId, limit: 100 })
      assert.deepEqual(records.map(({ action, subject }) => [action, subject]).reverse(), [
        ['user-added', `user ${userId}`],
        ['user-changed', `user ${userId}`],
        ['password-set', `user ${userId}`],
        ['key-added', `key ${keyId}`],
        ['key-removed', `key ${keyId}`],
        ['channel-changed', `channel ${channelId}`],
        ['security-key-rotated', `channel ${channelId}`],
        ['shared-secret-set', `channel ${channelId}`],
      ])
      assert.deepEqual(records.at(-1)?.detail, { email: 'new@acme.example', role: 'user' })
      assert.deepEqual(records.at(-2)?.detail, { email: 'new@acme.example', priority: 'LOW' })
      for (const { userId: by, email, at } of records) {
        assert.deepEqual([by, email], [admin.userId, admin.email])
        assert.ok(Math.abs(at.getTime() - world.now()) < 60_000)
      }
      const reported = JSON.stringify(records)
      for (const secret of [password, apiKey, securityKey, 'geheim', 'secret of opt-ins'])
        assert.ok(!reported.includes(secret), secret)
    },
  },
  {
    name: 'what is refused is not noted',
    async run(world, { principal }) {
      const accounts = world.service(Accounts)
      const adding = accounts.addUser(principal, { clientId: principal.clientId, email: 'a@b.example', password: 'x' })
      await assert.rejects(adding, { code: 'not-allowed' })
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      const { records } = await world.service(AuditLog).find(operator, { clientId: principal.clientId, limit: 10 })
      assert.deepEqual(records, [])
    },
  },
  {
    name: 'operators find all, admins what was done in their client, users what they did',
    async run(world, { principal }) {
      const { clientId } = principal
      const { note, find } = world.service(AuditLog)
      const other = await world.addClient()
      const operator = await world.addUser(other.principal.clientId, { role: 'operator' })
      const admin = await world.addUser(clientId, { role: 'admin' })
      await note(principal, { action: 'log-in', detail: { address: '192.0.2.1' } })
      await note(admin, { action: 'log-in' })
      await note(operator, { action: 'client-changed', subject: `client ${clientId}`, clientId })
      await note(other.principal, { action: 'log-in' })
      const seen = async (who: Principal, filter = {}) =>
        (await find(who, { limit: 100, ...filter })).records
          .filter((entry) => entry.clientId === clientId || entry.clientId === other.principal.clientId)
          .map(({ userId, action }) => [userId, action])
      const [own, ofAdmin] = [
        [principal.userId, 'log-in'],
        [admin.userId, 'log-in'],
      ]
      const changed = 'client-changed'
      assert.deepEqual(await seen(principal), [own])
      assert.deepEqual(await seen(principal, { userId: admin.userId }), [])
      assert.deepEqual(await seen(admin), [[null, changed], ofAdmin, own])
      assert.deepEqual(await seen(admin, { clientId: other.principal.clientId }), [])
      assert.deepEqual(await seen(admin, { userId: principal.userId }), [own])
      assert.deepEqual(await seen(admin, { action: changed }), [[null, changed]])
      assert.deepEqual(await seen(admin, { object: 'CLIENT ' }), [[null, changed]])
      assert.deepEqual(await seen(admin, { person: principal.email.toUpperCase().slice(1, -1) }), [own])
      assert.deepEqual(await seen(admin, { person: operator.email }), [], 'an admin learns no e-mail of an operator')
      assert.deepEqual(await seen(operator, { clientId, person: operator.email }), [[operator.userId, changed]])
      assert.deepEqual(await seen(operator, { clientId }), [[operator.userId, changed], ofAdmin, own])
      assert.deepEqual((await seen(operator)).length, 4)
      assert.deepEqual(await seen(operator, { clientId, until: new Date(world.now() - 60_000) }), [])
      assert.deepEqual((await seen(operator, { clientId, since: new Date(world.now() - 60_000) })).length, 3)
    },
  },
  {
    name: 'entries come in pages, newest first',
    async run(world, { principal }) {
      const { note, find } = world.service(AuditLog)
      for (const action of ['one', 'two', 'three', 'four', 'five']) await note(principal, { action })
      const pages: string[][] = []
      let before: number | undefined
      do {
        const { records, next } = await find(principal, { before, limit: 2 })
        pages.push(records.map(({ action }) => action))
        before = next
      } while (before !== undefined)
      assert.deepEqual(pages, [['five', 'four'], ['three', 'two'], ['one']])
    },
  },
  {
    name: 'texts that cannot be stored are noted all the same',
    async run(world, { principal }) {
      const { note, find } = world.service(AuditLog)
      await note(principal, { action: 'odd', subject: 'a\0b', detail: { text: '\0 \ud800 "x"' } })
      assert.equal((await find(principal, { action: 'odd', limit: 1 })).records.length, 1)
    },
  },
]

export const accessCases: readonly ServiceCase[] = [...secondFactorCases, ...loginLinkCases, ...auditCases]
