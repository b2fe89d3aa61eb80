import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AdapterKit, CONFORMANCE_PUBLIC_URL as ORIGIN } from '@heliograph/testkit'
import { type Misbehaviour, SoftwareAuthenticator } from './support/authenticator.ts'
import { ask, inPortal, logIn, PASSWORD } from './support/browser.ts'
import {
  beginToAdd,
  beginToLogIn,
  enter,
  finishToAdd,
  REFUSED,
  reasonsOf,
  show,
  withPasskey,
} from './support/passkeys.ts'

/** What is wrong with a signature, and why it is refused. */
const WRONG_LOG_INS: Readonly<Record<string, readonly [Misbehaviour, RegExp]>> = {
  'of a page at another address': [{ origin: 'https://gateway.example.evil.example' }, /response origin/],
  'of a page at another port': [{ origin: `${ORIGIN}:8443` }, /response origin/],
  'of a page over http': [{ origin: 'http://gateway.example' }, /response origin/],
  'for another host': [{ rpId: 'evil.example' }, /RP ID/],
  'for a subdomain': [{ rpId: 'www.gateway.example' }, /RP ID/],
  'in a frame of another site': [{ crossOrigin: true }, /frame of another site/],
  'made for adding a passkey': [{ type: 'webauthn.create' }, /response type/],
  'of something else than was asked for': [{ challenge: 'A'.repeat(43) }, /challenge/],
  'whose owner was not there': [{ isPresent: false }, /not present/],
  'whose owner was not verified': [{ isVerified: false }, /could not be verified/],
  'for another user': [{ userHandle: Buffer.from('user 1').toString('base64url') }, /another user/],
  'for no user': [{ userHandle: undefined }, /another user/],
  'that does not fit': [{ isForged: true }, /signature does not fit/],
}

/** The reasons in the log. */
const refusals = (kit: AdapterKit) =>
  kit.log.entries.filter(({ text }) => text === 'a passkey was refused').map(({ fields }) => String(fields.reason))

describe('a login by a passkey is refused, and looks like all others that are, with a signature', () => {
  for (const [name, [wrong, reason]] of Object.entries(WRONG_LOG_INS))
    test(name, async () => {
      await inPortal(async (kit) => {
        const { authenticator } = await withPasskey(kit)
        const answer = await enter(kit, authenticator, wrong)
        assert.deepEqual([answer.status, answer.json, answer.set], [401, REFUSED, ''])
        assert.deepEqual(await reasonsOf(kit), ['wrong-passkey'])
        assert.match(refusals(kit).join(), reason)
        assert.equal((await enter(kit, authenticator)).status, 200, 'the right one is let in')
        assert.equal(refusals(kit).length, 1)
      })
    })

  test('by another passkey of the same user', async () => {
    await inPortal(async (kit) => {
      const { authenticator } = await withPasskey(kit)
      const { authenticator: other } = await withPasskey(kit)
      const { cookie, options } = await beginToLogIn(kit)
      const { id, rawId } = other.get(options)
      const answer = await show(kit, cookie, { ...authenticator.get(options), id, rawId })
      assert.deepEqual([answer.status, answer.json], [401, REFUSED])
    })
  })

  test('by the passkey of another user, shown as one of this', async () => {
    await inPortal(async (kit, userId) => {
      kit.engine.addUser(kit.account.clientId, { email: 'eve@acme.example', password: PASSWORD })
      const { authenticator: hers } = await withPasskey(kit, 'eve@acme.example')
      const userHandle = Buffer.from(`user ${userId}`).toString('base64url')
      assert.deepEqual((await enter(kit, hers, { userHandle })).json, REFUSED)
      assert.equal((await enter(kit, hers)).json.me.email, 'eve@acme.example')
    })
  })

  test('by a passkey that nobody has', async () => {
    await inPortal(async (kit) => {
      const stranger = new SoftwareAuthenticator(ORIGIN)
      assert.deepEqual((await enter(kit, stranger)).json, REFUSED)
      assert.deepEqual(await reasonsOf(kit), [])
    })
  })
})

const WRONG_PASSKEYS: Readonly<Record<string, readonly [Misbehaviour, RegExp]>> = {
  'at another address': [{ origin: 'https://evil.example' }, /response origin/],
  'for another host': [{ rpId: 'evil.example' }, /RP ID/],
  'in a frame of another site': [{ crossOrigin: true }, /frame of another site/],
  'as a log-in': [{ type: 'webauthn.get' }, /response type/],
  'without its owner': [{ isPresent: false }, /not present/],
  'without verifying its owner': [{ isVerified: false }, /could not be verified/],
  'for another way to sign': [{ algorithm: -8 }, /public key alg/],
  'with an attestation that is not asked for': [{ format: 'android-key' }, /not asked for: android-key/],
  'with a certificate of its maker': [{ format: 'packed', hasCertificate: true }, /not asked for: packed/],
  'with an attestation that does not fit': [{ format: 'packed', isForged: true }, /attestation does not fit/],
}

describe('no passkey is added that was made', () => {
  for (const [name, [wrong, reason]] of Object.entries(WRONG_PASSKEYS))
    test(name, async () => {
      await inPortal(async (kit) => {
        const here = await logIn(kit)
        const authenticator = new SoftwareAuthenticator(ORIGIN)
        const answer = await finishToAdd(kit, here, authenticator.create(await beginToAdd(kit, here), wrong))
        assert.deepEqual([answer.status, answer.json.code], [400, 'wrong-passkey'])
        assert.match(refusals(kit).join(), reason)
        assert.deepEqual((await ask(kit, 'GET', '/account/passkeys', here)).json.records, [])
      })
    })
})

describe('a passkey that counts', () => {
  test('is refused when its counter does not go on, and that is noted', async () => {
    await inPortal(async (kit) => {
      const here = await logIn(kit)
      const authenticator = new SoftwareAuthenticator(ORIGIN)
      authenticator.counter = 5
      await finishToAdd(kit, here, authenticator.create(await beginToAdd(kit, here)))
      assert.equal((await enter(kit, authenticator)).status, 200)
      for (const counter of [6, 5, 0]) {
        const answer = await enter(kit, authenticator, { counter })
        assert.deepEqual([answer.status, answer.json], [401, REFUSED], `${counter}`)
      }
      assert.deepEqual(await reasonsOf(kit), ['passkey-counter'])
      assert.equal((await enter(kit, authenticator)).status, 200, 'further on')
    })
  })
})

describe('who may not log in by a password does not by a passkey:', () => {
  test('a disabled user', async () => {
    await inPortal(async (kit, userId) => {
      const { authenticator } = await withPasskey(kit)
      kit.engine.setUserEnabled(userId, false)
      assert.deepEqual((await enter(kit, authenticator)).json, REFUSED)
      assert.deepEqual(await reasonsOf(kit), ['disabled'])
    })
  })

  test('a user elsewhere than in the networks of its client', async () => {
    await inPortal(async (kit) => {
      const { authenticator } = await withPasskey(kit)
      kit.engine.setNetworks(kit.account.clientId, { programs: [], portal: ['192.0.2.0/24'] })
      assert.deepEqual((await enter(kit, authenticator)).json, REFUSED)
      kit.engine.setNetworks(kit.account.clientId, { programs: [], portal: ['127.0.0.0/8'] })
      assert.equal((await enter(kit, authenticator)).status, 200)
    })
  })

  test('an address that tries more often than it may', async () => {
    await inPortal(async (kit) => {
      const statuses = new Set<number>()
      for (let tries = 0; tries < 31; tries += 1)
        statuses.add((await ask(kit, 'POST', '/log-in/passkey/options', { body: {} })).status)
      assert.deepEqual([...statuses], [200, 429])
      assert.equal((await logIn(kit)).status, 429, 'the logins of all kinds together')
    })
  })

  test('a page of another site', async () => {
    await inPortal(async (kit) => {
      const headers = { origin: 'https://evil.example' }
      const answer = await ask(kit, 'POST', '/log-in/passkey/options', { headers, body: {} })
      assert.deepEqual([answer.status, answer.json.code], [403, 'cross-site'])
    })
  })
})
