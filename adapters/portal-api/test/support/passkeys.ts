import assert from 'node:assert/strict'
import { type AdapterKit, CONFORMANCE_PUBLIC_URL as ORIGIN } from '@heliograph/testkit'
import { type CeremonyOptions, type Misbehaviour, SoftwareAuthenticator } from './authenticator.ts'
import { ask, EMAIL, entered, logIn, PASSWORD } from './browser.ts'

type Session = Awaited<ReturnType<typeof logIn>>

/** Begins to add a passkey, as who has just given the password again. */
export async function beginToAdd(kit: AdapterKit, here: Session): Promise<CeremonyOptions> {
  const body = { presentPassword: PASSWORD }
  const answer = await ask(kit, 'POST', '/account/passkeys/options', { ...here, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  return answer.json.options
}

export function finishToAdd(kit: AdapterKit, here: Session, passkey: unknown, name = 'My phone') {
  return ask(kit, 'POST', '/account/passkeys', { ...here, body: { name, passkey } })
}

/** A user with a passkey, in a session that was opened by password. */
export async function withPasskey(kit: AdapterKit, email = EMAIL) {
  const here = await logIn(kit, { email })
  const authenticator = new SoftwareAuthenticator(ORIGIN)
  const added = await finishToAdd(kit, here, authenticator.create(await beginToAdd(kit, here)))
  assert.equal(added.status, 204, JSON.stringify(added.json))
  return { here, authenticator }
}

/** Asks for something to sign, as a browser without a session. */
export async function beginToLogIn(kit: AdapterKit, cookie?: string) {
  const answer = entered(await ask(kit, 'POST', '/log-in/passkey/options', { cookie, body: {} }))
  assert.equal(answer.status, 200, JSON.stringify(answer.json))
  return { cookie: answer.cookie, options: answer.json.options as CeremonyOptions }
}

export async function show(kit: AdapterKit, cookie: string, passkey: unknown) {
  return entered(await ask(kit, 'POST', '/log-in/passkey', { cookie, body: { passkey } }))
}

/** Logs in by a passkey, from beginning to end. */
export async function enter(kit: AdapterKit, authenticator: SoftwareAuthenticator, wrong: Misbehaviour = {}) {
  const { cookie, options } = await beginToLogIn(kit)
  return show(kit, cookie, authenticator.get(options, wrong))
}

/** Why logins were refused, by the audit log. */
export async function reasonsOf(kit: AdapterKit): Promise<string[]> {
  const key = kit.engine.addKey(kit.engine.addUser(kit.account.clientId, { role: 'admin' }), undefined, 'portal')
  const { json } = await ask(kit, 'GET', '/audit-log?action=log-in-refused', { headers: { 'x-api-key': key } })
  return json.records.map(({ detail }: { detail: { reason: string } }) => detail.reason)
}

/** How every refused login is answered. */
export const REFUSED = {
  category: 'unauthenticated',
  code: 'wrong-passkey',
  message: 'The passkey was not accepted, or the request has expired',
  details: {},
  faults: {},
}
