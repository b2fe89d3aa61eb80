import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MailError } from '@heliograph/contracts'
import { type AdapterKit, CONFORMANCE_API_KEY, withAdapterKit } from '@heliograph/testkit'
import portal from '../src/index.ts'
import { ABSENT_SERVICES } from './support/absent-services.ts'
import { ask, EMAIL, entered, HOUR, inPortal, logIn, MINUTE, PASSWORD } from './support/browser.ts'
import { setUpSecondFactor } from './support/second-factor.ts'

const NEW_PASSWORD = 'copper lantern seven'

/** Asks for a link as the login page does, and waits for what goes on after the answer. */
async function forget(kit: AdapterKit, email = EMAIL, language?: string) {
  const answer = await ask(kit, 'POST', '/log-in/forgotten', { body: { email, language } })
  // Everything of the double is done before the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  return answer
}

/** The token of the latest link that was mailed. */
function mailedToken({ engine }: AdapterKit): string {
  return /#(\S+)/.exec(engine.mails.at(-1)?.text ?? '')?.[1] ?? ''
}

const setPassword = (kit: AdapterKit, token: string, more: { password?: string; code?: string } = {}) =>
  ask(kit, 'POST', '/log-in/password', { body: { token, password: NEW_PASSWORD, ...more } })

/** The API key of a new admin of the client. */
function adminOf({ engine, account }: AdapterKit) {
  const userId = engine.addUser(account.clientId, { email: 'admin@acme.example', role: 'admin' })
  return { userId, headers: { 'x-api-key': engine.addKey(userId, undefined, 'portal') } }
}

describe('a link for a forgotten password', () => {
  test('bears the name and the colour of the deployment', async () => {
    const tones = Array.from({ length: 10 }, (_, index) => `#00000${index}`)
    const palette = { tones, lightText: '#000000', darkText: '#ffffff' }
    const brand = { name: 'Acme SMS', logo: undefined, icon: undefined, palette }
    await withAdapterKit(portal, { config: {}, services: ABSENT_SERVICES, brand }, async (kit) => {
      kit.engine.addUser(kit.account.clientId, { email: EMAIL, password: PASSWORD })
      for (const language of ['en', 'fr']) {
        await forget(kit, EMAIL, language)
        const { subject, text = '', html = '' } = kit.engine.mails.at(-1) ?? {}
        assert.match(subject ?? '', /^Acme SMS/)
        for (const form of [text, html]) assert.ok(form.includes('Acme SMS') && !form.includes('Heliograph'), form)
        assert.match(html, /background:#000007;/)
      }
      const { json } = await ask(kit, 'GET', '/openapi.json')
      assert.equal(json.info.title, 'Acme SMS: portal API')
    })
  })

  test('is mailed, sets a password once, and logs in', async () => {
    await inPortal(async (kit, userId) => {
      assert.equal((await forget(kit, ' Ann@ACME.example')).status, 204)
      const [mail, ...more] = kit.engine.mails
      assert.deepEqual([mail?.to, mail?.subject, more.length], [EMAIL, 'Heliograph: set a new password', 0])
      const token = mailedToken(kit)
      const link = `https://gateway.example/portal/log-in?new-password#${token}`
      for (const form of [mail?.text, mail?.html]) assert.ok(form?.includes(link), form)
      const first = entered(await setPassword(kit, token))
      assert.deepEqual([first.status, first.json.me.userId], [200, userId])
      assert.equal((await ask(kit, 'GET', '/session', first)).status, 200)
      assert.equal((await logIn(kit)).json.code, 'wrong-log-in')
      assert.equal((await logIn(kit, { password: NEW_PASSWORD })).status, 200)
      const second = await setPassword(kit, token)
      assert.deepEqual([second.status, second.json.code], [401, 'useless-link'])
    })
  })

  test('is asked for with the same answer whether or not there is such a user', async () => {
    await inPortal(async (kit, userId) => {
      const known = await forget(kit)
      const unknown = await forget(kit, 'nobody@acme.example')
      const shown = ({ status, headers, body }: typeof known) => [status, headers, body.toString()]
      assert.deepEqual(shown(unknown), shown(known))
      kit.engine.setUserEnabled(userId, false)
      assert.equal((await forget(kit)).status, 204)
      assert.deepEqual(
        kit.engine.mails.map(({ to }) => to),
        [EMAIL],
      )
    })
  })

  test('is in the language that was asked for, or in English', async () => {
    await inPortal(async (kit) => {
      for (const language of ['fr', 'xx']) await forget(kit, EMAIL, language)
      const [french, other] = kit.engine.mails
      assert.match(french?.subject ?? '', /mot de passe/)
      assert.match(french?.html ?? '', /<html lang="fr"/)
      assert.match(other?.subject ?? '', /set a new password/)
    })
  })

  test('is mailed three times within an hour at most, and an address asks five times a minute', async () => {
    await inPortal(async (kit) => {
      for (let asked = 0; asked < 5; asked += 1) assert.equal((await forget(kit)).status, 204)
      assert.equal((await forget(kit)).status, 429)
      assert.equal(kit.engine.mails.length, 3)
      kit.clock.advance(HOUR)
      assert.equal((await forget(kit)).status, 204)
      assert.equal(kit.engine.mails.length, 4)
    })
  })

  const ENDS: readonly (readonly [string, (kit: AdapterKit, userId: number) => unknown])[] = [
    ['an hour', ({ clock }) => clock.advance(HOUR)],
    ['another link was used', async (kit) => (await forget(kit)) && setPassword(kit, mailedToken(kit))],
    ['the user is disabled', ({ engine }, userId) => engine.setUserEnabled(userId, false)],
    [
      'an admin set a password',
      (kit, userId) =>
        ask(kit, 'PUT', `/users/${userId}/password`, { ...adminOf(kit), body: { password: NEW_PASSWORD } }),
    ],
    [
      'the user changed the password',
      async (kit) =>
        ask(kit, 'PUT', '/account/password', {
          ...(await logIn(kit)),
          body: { presentPassword: PASSWORD, password: NEW_PASSWORD },
        }),
    ],
  ]
  for (const [name, end] of ENDS)
    test(`is worth nothing after this: ${name}`, async () => {
      await inPortal(async (kit, userId) => {
        await forget(kit)
        const token = mailedToken(kit)
        await end(kit, userId)
        assert.equal((await setPassword(kit, token, { password: 'another password' })).json.code, 'useless-link')
        assert.equal((await logIn(kit, { password: 'another password' })).json.code, 'wrong-log-in')
      })
    })

  test('ends sessions and keys that open the portal, and leaves keys that send', async () => {
    await inPortal(async (kit, userId) => {
      const { engine } = kit
      const before = await logIn(kit)
      const send = engine.addKey(userId)
      const portal = engine.addKey(userId, undefined, 'portal')
      await forget(kit)
      const after = entered(await setPassword(kit, mailedToken(kit)))
      const statusBy = async (headers: object) => (await ask(kit, 'GET', '/session', headers)).status
      assert.equal(await statusBy(before), 401)
      assert.equal(await statusBy({ headers: { 'x-api-key': portal } }), 401)
      assert.equal(await statusBy({ headers: { 'x-api-key': send } }), 403, 'it is known, and only sends')
      const { records } = (await ask(kit, 'GET', '/account/sessions', after)).json
      assert.deepEqual(
        records.map(({ via }: { via: string }) => via),
        ['mail'],
      )
    })
  })

  test('does not replace the second factor, and a wrong code does not use it up', async () => {
    await inPortal(async (kit) => {
      const { recoveryCodes } = await setUpSecondFactor(kit)
      await forget(kit)
      const token = mailedToken(kit)
      assert.equal((await setPassword(kit, token)).json.code, 'second-factor-needed')
      assert.equal((await setPassword(kit, token, { code: '000000' })).json.code, 'wrong-code')
      assert.equal((await logIn(kit, { code: recoveryCodes[1] as string })).status, 200, 'the password is the old one')
      assert.equal((await setPassword(kit, token, { code: recoveryCodes[0] as string })).status, 200)
    })
  })

  test('is in the audit log, from where it was asked for, without the token', async () => {
    await inPortal(async (kit, userId) => {
      await forget(kit)
      const token = mailedToken(kit)
      await setPassword(kit, token)
      const log = await ask(kit, 'GET', '/audit-log', adminOf(kit))
      const acts = log.json.records.map(({ action, subject }: Record<string, string>) => [action, subject])
      assert.deepEqual(acts, [
        ['log-in', null],
        ['password-set', `user ${userId}`],
        ['password-link-requested', `user ${userId}`],
      ])
      assert.equal(log.json.records.at(-1).detail.address, '127.0.0.1')
      assert.ok(!log.body.toString().includes(token))
    })
  })

  test('is not kept as it is', async () => {
    await inPortal(async (kit) => {
      await forget(kit)
      const [, secret = ''] = mailedToken(kit).split('.')
      assert.equal(secret.length, 43)
      for (const wrong of ['', secret, `1001.${secret.slice(1)}A`, `999.${secret}`])
        assert.equal((await setPassword(kit, wrong)).json.code, 'useless-link', wrong)
    })
  })
})

describe('an invitation', () => {
  const draft = { email: 'New@acme.example', role: 'user', language: 'fr' }

  test('makes a user, who sets the first password within three days', async () => {
    await inPortal(async (kit) => {
      const admin = adminOf(kit)
      const invited = await ask(kit, 'POST', '/users/invitations', { ...admin, body: draft })
      assert.deepEqual([invited.status, invited.json.user.email], [200, 'new@acme.example'])
      const { mailedTo, link } = invited.json.invitation
      assert.deepEqual([mailedTo, link], ['new@acme.example', null])
      assert.match(kit.engine.mails[0]?.subject ?? '', /votre accès/)
      kit.clock.advance(72 * HOUR - MINUTE)
      const first = entered(await setPassword(kit, mailedToken(kit)))
      assert.deepEqual([first.status, first.json.me.email], [200, 'new@acme.example'])
      const again = await ask(kit, 'POST', '/users/invitations', { ...admin, body: draft })
      assert.equal(again.json.code, 'email-taken')
      const { userId } = invited.json.user
      const late = await ask(kit, 'POST', `/users/${userId}/password-link`, { ...admin, body: {} })
      assert.equal(late.json.mailedTo, 'new@acme.example')
      kit.clock.advance(72 * HOUR)
      assert.equal((await setPassword(kit, mailedToken(kit))).json.code, 'useless-link')
    })
  })

  test('that the mail server does not take is shown, to be passed on by hand', async () => {
    await inPortal(async (kit, userId) => {
      kit.engine.failNext(new MailError('temporary', '451 later'), 'mail')
      const { status, json } = await ask(kit, 'POST', `/users/${userId}/password-link`, { ...adminOf(kit), body: {} })
      assert.equal(status, 200)
      assert.equal(json.mailedTo, null)
      const token = json.link.split('#')[1]
      assert.equal((await setPassword(kit, token)).status, 200)
    })
  })

  test('is made by those who manage the user, and for nobody else', async () => {
    await inPortal(async (kit, userId) => {
      const { engine, account, stranger } = kit
      const admin = adminOf(kit)
      const operator = engine.addUser(account.clientId, { email: 'operator@acme.example', role: 'operator' })
      const other = engine.addKey(engine.addUser(stranger.clientId, { role: 'admin' }), undefined, 'portal')
      const link = async (id: number, headers: Record<string, string>) =>
        (await ask(kit, 'POST', `/users/${id}/password-link`, { headers, body: {} })).json.code
      assert.equal(await link(userId, { 'x-api-key': CONFORMANCE_API_KEY }), 'not-allowed')
      assert.equal(await link(userId, { 'x-api-key': other }), 'user-not-found')
      assert.equal(await link(admin.userId, admin.headers), 'own-account')
      assert.equal(await link(operator, admin.headers), 'not-allowed')
      assert.equal(engine.mails.length, 0)
      assert.equal(await link(userId, admin.headers), undefined)
    })
  })
})
