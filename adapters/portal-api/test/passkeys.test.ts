import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OWN_BRAND } from '@heliograph/contracts'
import { CONFORMANCE_PUBLIC_URL as ORIGIN, withAdapterKit } from '@heliograph/testkit'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import portal from '../src/index.ts'
import { passkeySiteOf } from '../src/passkeys/passkey-site.ts'
import { ABSENT_SERVICES } from './support/absent-services.ts'
import { SoftwareAuthenticator } from './support/authenticator.ts'
import { ask, EMAIL, entered, inPortal, logIn, MINUTE, PASSWORD } from './support/browser.ts'
import { beginToAdd, beginToLogIn, enter, finishToAdd, REFUSED, show, withPasskey } from './support/passkeys.ts'
import { setUpSecondFactor } from './support/second-factor.ts'

describe('a passkey', () => {
  test('is added with the password, logs in without one, and is renamed and removed with it', async () => {
    await inPortal(async (kit, userId) => {
      const here = await logIn(kit)
      for (const body of [{}, { presentPassword: 'wrong' }])
        assert.equal(
          (await ask(kit, 'POST', '/account/passkeys/options', { ...here, body })).json.code,
          'wrong-password',
        )
      const { authenticator } = await withPasskey(kit)
      const list = async () => (await ask(kit, 'GET', '/account/passkeys', here)).json
      const [made, ...more] = (await list()).records
      assert.deepEqual([made.name, made.lastUsedAt, more, (await list()).origin], ['My phone', null, [], ORIGIN])
      const byPasskey = await enter(kit, authenticator)
      assert.deepEqual([byPasskey.status, byPasskey.json.me.userId], [200, userId])
      assert.equal((await ask(kit, 'GET', '/session', byPasskey)).status, 200)
      const [session] = (await ask(kit, 'GET', '/account/sessions', byPasskey)).json.records
      assert.deepEqual([session.via, session.isThis], ['passkey', true])
      assert.notEqual((await list()).records[0].lastUsedAt, null)
      const path = `/account/passkeys/${made.passkeyId}`
      for (const presentPassword of [undefined, 'wrong']) {
        const renaming = await ask(kit, 'PATCH', path, { ...here, body: { name: 'Mine', presentPassword } })
        const removing = await ask(kit, 'DELETE', path, { ...here, body: { presentPassword } })
        assert.deepEqual([renaming.json.code, removing.json.code], ['wrong-password', 'wrong-password'])
      }
      const proof = { presentPassword: PASSWORD }
      assert.equal((await ask(kit, 'PATCH', path, { ...here, body: { name: 'Mine', ...proof } })).status, 204)
      assert.equal((await list()).records[0].name, 'Mine')
      assert.equal((await ask(kit, 'DELETE', path, { ...here, body: proof })).status, 204)
      assert.equal((await ask(kit, 'DELETE', path, { ...here, body: proof })).json.code, 'passkey-not-found')
      assert.deepEqual((await enter(kit, authenticator)).json, REFUSED)
    })
  })

  test('stands for the second factor as well', async () => {
    await inPortal(async (kit) => {
      const { authenticator } = await withPasskey(kit)
      await setUpSecondFactor(kit)
      assert.equal((await logIn(kit)).json.code, 'second-factor-needed')
      assert.equal((await enter(kit, authenticator)).status, 200)
    })
  })

  test('is made under the name of the deployment', async () => {
    const brand = { ...OWN_BRAND, name: 'Acme SMS' }
    await withAdapterKit(portal, { config: {}, services: ABSENT_SERVICES, brand }, async (kit) => {
      kit.engine.addUser(kit.account.clientId, { email: EMAIL, password: PASSWORD })
      const { rp } = (await beginToAdd(kit, await logIn(kit))) as unknown as PublicKeyCredentialCreationOptionsJSON
      assert.equal(rp.name, 'Acme SMS')
    })
  })

  test('is asked for with all that the authenticator has to know', async () => {
    await inPortal(async (kit, userId) => {
      const { here, authenticator } = await withPasskey(kit)
      const adding = (await beginToAdd(kit, here)) as unknown as PublicKeyCredentialCreationOptionsJSON
      assert.deepEqual(adding.rp, { id: 'gateway.example', name: 'Heliograph' })
      assert.deepEqual(adding.user, {
        id: Buffer.from(`user ${userId}`).toString('base64url'),
        name: EMAIL,
        displayName: EMAIL,
      })
      assert.deepEqual(
        adding.pubKeyCredParams.map(({ alg }) => alg),
        [-7, -257],
      )
      const excluded = adding.excludeCredentials?.map(({ id }) => id)
      assert.deepEqual(excluded, [authenticator.credentialId.toString('base64url')])
      const { residentKey, userVerification } = adding.authenticatorSelection ?? {}
      assert.deepEqual([residentKey, userVerification, adding.attestation], ['required', 'required', 'none'])
      const { options } = await beginToLogIn(kit)
      const { rpId, userVerification: verifies, allowCredentials } = options as unknown as Record<string, unknown>
      assert.deepEqual([rpId, verifies, allowCredentials], ['gateway.example', 'required', undefined])
      assert.ok(Buffer.from(options.challenge, 'base64url').length >= 16)
    })
  })

  test('of an authenticator that vouches for itself is taken like any other', async () => {
    await inPortal(async (kit) => {
      const here = await logIn(kit)
      const authenticator = new SoftwareAuthenticator(ORIGIN)
      const made = authenticator.create(await beginToAdd(kit, here), { format: 'packed' })
      assert.equal((await finishToAdd(kit, here, made)).status, 204)
      assert.equal((await enter(kit, authenticator)).status, 200)
    })
  })
})

describe('what a browser was asked to sign', () => {
  test('is good for one answer, right or wrong', async () => {
    await inPortal(async (kit) => {
      const { authenticator } = await withPasskey(kit)
      const { cookie, options } = await beginToLogIn(kit)
      const passkey = authenticator.get(options)
      assert.equal((await show(kit, cookie, passkey)).status, 200)
      assert.deepEqual((await show(kit, cookie, passkey)).json, REFUSED, 'the same again')
      const second = await beginToLogIn(kit)
      const forged = authenticator.get(second.options, { isForged: true })
      assert.deepEqual((await show(kit, second.cookie, forged)).json, REFUSED)
      assert.deepEqual((await show(kit, second.cookie, authenticator.get(second.options))).json, REFUSED)
    })
  })

  test('is good for five minutes', async () => {
    await inPortal(async (kit) => {
      const { authenticator } = await withPasskey(kit)
      for (const [waitMs, status] of [
        [5 * MINUTE - 1, 200],
        [5 * MINUTE, 401],
      ] as const) {
        const { cookie, options } = await beginToLogIn(kit)
        kit.clock.advance(waitMs)
        assert.equal((await show(kit, cookie, authenticator.get(options))).status, status)
      }
    })
  })

  test('is good in the browser that asked for it, with all its pages', async () => {
    await inPortal(async (kit) => {
      const { authenticator } = await withPasskey(kit)
      const [here, there] = [await beginToLogIn(kit), await beginToLogIn(kit)]
      for (const cookie of [there.cookie, '', 'heliograph-passkey=', '__Host-heliograph-passkey=x'])
        assert.deepEqual((await show(kit, cookie, authenticator.get(here.options))).json, REFUSED, cookie)
      const again = await beginToLogIn(kit, here.cookie)
      assert.equal(again.cookie, here.cookie)
      assert.equal((await show(kit, here.cookie, authenticator.get(here.options))).status, 200)
      assert.equal((await show(kit, here.cookie, authenticator.get(again.options))).status, 200)
    })
  })

  test('is bound to a browser by a cookie that its pages cannot read', async () => {
    await inPortal(async (kit) => {
      const { set } = entered(await ask(kit, 'POST', '/log-in/passkey/options', { body: {} }))
      assert.match(
        set,
        /^__Host-heliograph-passkey=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=300$/,
      )
    })
  })

  test('to add a passkey is good in the session that asked for it, and for nothing else', async () => {
    await inPortal(async (kit) => {
      const [here, there] = [await logIn(kit), await logIn(kit)]
      const authenticator = new SoftwareAuthenticator(ORIGIN)
      const elsewhere = await finishToAdd(kit, there, authenticator.create(await beginToAdd(kit, here)))
      assert.deepEqual([elsewhere.status, elsewhere.json.code], [400, 'wrong-passkey'])
      const { cookie, options } = await beginToLogIn(kit)
      const ofLogIn = await finishToAdd(
        kit,
        here,
        authenticator.create({ ...options, rp: { id: 'gateway.example' }, user: { id: '' } }),
      )
      assert.equal(ofLogIn.json.code, 'wrong-passkey')
      const late = await beginToAdd(kit, here)
      kit.clock.advance(5 * MINUTE)
      assert.equal((await finishToAdd(kit, here, authenticator.create(late))).json.code, 'wrong-passkey')
      const adding = await beginToAdd(kit, here)
      const made = authenticator.create(adding)
      assert.equal((await finishToAdd(kit, here, made)).status, 204)
      assert.equal((await finishToAdd(kit, here, made)).json.code, 'wrong-passkey', 'the same again')
      const known = await finishToAdd(kit, here, authenticator.create(await beginToAdd(kit, here)))
      assert.deepEqual([known.status, known.json.code], [409, 'passkey-known'])
      const toAdd = await beginToAdd(kit, here)
      const signed = authenticator.get({ ...toAdd, rpId: 'gateway.example' })
      assert.deepEqual((await show(kit, cookie, signed)).json, REFUSED)
    })
  })
})

describe('passkeys of users who need help', () => {
  test('are seen and removed by who keeps them, and end with a password that is set by a link', async () => {
    await inPortal(async (kit, userId) => {
      const { authenticator } = await withPasskey(kit)
      const admin = kit.engine.addKey(kit.engine.addUser(kit.account.clientId, { role: 'admin' }), undefined, 'portal')
      const byAdmin = { headers: { 'x-api-key': admin } }
      const path = `/users/${userId}/passkeys`
      const names = async () =>
        (await ask(kit, 'GET', path, byAdmin)).json.records.map(({ name }: { name: string }) => name)
      assert.deepEqual(await names(), ['My phone'])
      assert.equal((await ask(kit, 'DELETE', path, byAdmin)).status, 204)
      assert.deepEqual(await names(), [])
      assert.deepEqual((await enter(kit, authenticator)).json, REFUSED)
      const { authenticator: next } = await withPasskey(kit)
      await ask(kit, 'POST', `/users/${userId}/password-link`, { ...byAdmin, body: {} })
      const token = /#(\S+)/.exec(kit.engine.mails.at(-1)?.text ?? '')?.[1]
      const set = await ask(kit, 'POST', '/log-in/password', { body: { token, password: 'a much longer password' } })
      assert.equal(set.status, 200)
      assert.deepEqual(await names(), [])
      assert.deepEqual((await enter(kit, next)).json, REFUSED)
    })
  })
})

const SITES: readonly (readonly [publicUrl: string, rpID: string | undefined])[] = [
  ['https://sms.example.com', 'sms.example.com'],
  ['https://sms.example.com:8443/gateway', 'sms.example.com'],
  ['http://localhost:8080', 'localhost'],
  ['http://sms.localhost', 'sms.localhost'],
  ['http://sms.example.com', undefined],
  ['http://localhost.example.com', undefined],
  ['http://127.0.0.1:8080', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
]

describe('passkeys are bound to the public URL', () => {
  for (const [publicUrl, rpID] of SITES)
    test(`${publicUrl}: ${rpID ?? 'none'}`, () => {
      const expected = rpID === undefined ? undefined : { rpID, origin: new URL(publicUrl).origin }
      assert.deepEqual(passkeySiteOf(publicUrl), expected)
    })

  test('without a host for them, they are not offered', async () => {
    await withAdapterKit(
      portal,
      { config: {}, services: ABSENT_SERVICES, account: { user: { email: EMAIL, password: PASSWORD } } },
      async (kit) => {
        const listener = await kit.listen()
        try {
          const here = await logIn(kit)
          assert.equal((await ask(kit, 'GET', '/account/passkeys', here)).json.origin, null)
          assert.equal((await ask(kit, 'GET', '/log-in/provider')).json.passkeyOrigin, null)
          const body = { presentPassword: PASSWORD }
          const adding = await ask(kit, 'POST', '/account/passkeys/options', { ...here, body })
          const entering = await ask(kit, 'POST', '/log-in/passkey/options', { body: {} })
          for (const { status, json } of [adding, entering]) assert.deepEqual([status, json.code], [409, 'no-passkeys'])
        } finally {
          await listener.close()
        }
      },
    )
  })
})
