import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  Instances,
  Interfaces,
  type NotedBind,
  PortalPages,
  type RequestFacts,
  ROLES,
  type Role,
  SecondFactors,
  systemClock,
} from '@heliograph/contracts'
import { createOutboundClients } from '@heliograph/http'
import { codeOf, stepOf } from '@heliograph/messaging'
import { createHost, createLogger, createMetricsRegistry, type Host, loadConfiguration } from '@heliograph/runtime'
import { createMemoryEngine, type MemoryEngine } from '@heliograph/testkit'
import { ABSENT_SERVICES } from '../../../adapters/portal-api/test/support/absent-services.ts'
import { type Credential, DOOR_TABLE } from './support/door-table.ts'

const PASSWORD = 'correct horse battery'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PORTAL = '/portal/api/1'

const YAML = `
node: { name: doors }
http: { port: 0, host: 127.0.0.1 }
admin: { port: 0, host: 127.0.0.1 }
instances:
${[...Object.keys(DOOR_TABLE), 'portal-api'].map((id) => `  ${id}: { use: '@heliograph/adapter-${id}' }`).join('\n')}
  smpp: { use: '@heliograph/adapter-smpp', config: { port: 0, host: 127.0.0.1 } }
  email: { use: '@heliograph/adapter-email', config: { port: 0, host: 127.0.0.1, domain: sms.example } }
`

interface World {
  readonly host: Host
  readonly engine: MemoryEngine
  /** As they would be stored. */
  readonly noted: readonly (RequestFacts | NotedBind)[]
}

/** All adapters of this repository on one engine, with their own listeners. */
async function openWorld(context: TestContext): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-doors-'))
  const file = join(folder, 'gateway.yaml')
  await writeFile(file, YAML)
  const engine = createMemoryEngine()
  const httpClients = createOutboundClients({ clock: systemClock })
  const noted: (RequestFacts | NotedBind)[] = []
  const host = createHost({
    configuration: await loadConfiguration({ file, env: {}, sections: {} }),
    services: [...engine.services, ...ABSENT_SERVICES].filter(({ token }) => !HOST_PROVIDES.includes(token.id)),
    logger: createLogger({ level: 'silent' }),
    clock: systemClock,
    metrics: createMetricsRegistry(),
    httpClients,
    importModule: (specifier) => import(specifier),
    requests: {
      hasRoom: () => true,
      add: ({ write }) => void noted.push(write()),
      addBind: (bind) => void noted.push(bind),
    },
  })
  await host.plan()
  host.create()
  await host.start()
  context.after(async () => {
    await host.stop()
    await httpClients.close()
    await rm(folder, { recursive: true })
  })
  return { host, engine, noted }
}

/** The host provides its own. */
const HOST_PROVIDES: readonly string[] = [Instances.id, Interfaces.id, PortalPages.id]

interface Person {
  readonly email: string
  readonly userId: number
  readonly clientId: number
  readonly sendKey: string
  readonly portalKey: string
}

let people = 0

function addPerson({ engine }: World, role: Role): Person {
  people += 1
  const { clientId } = engine.addAccount({ rateLimit: 100_000 })
  const email = `person${people}.${role}@acme.example`
  const userId = engine.addUser(clientId, { email, role, password: PASSWORD })
  const person = { email, userId, clientId, sendKey: engine.addKey(userId) }
  return { ...person, portalKey: engine.addKey(userId, undefined, 'portal') }
}

async function addSecondFactor({ engine }: World, { portalKey }: Person): Promise<void> {
  const factors = engine.service(SecondFactors)
  const principal = engine.principal(portalKey)
  const { secret } = await factors.enrol(principal)
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  await factors.confirm(principal, codeOf(Uint8Array.from(octets), stepOf(engine.clock.now())))
}

let addresses = 0
/** A new one each time, for the same reason. */
const nextAddress = () => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`

/** So that the interfaces answer, and not the guards. */
function waitOutLocks({ clock }: MemoryEngine): void {
  clock.advance(61_000)
}

async function ask({ engine, host }: World, id: string, route: string, credential: Credential): Promise<string> {
  waitOutLocks(engine)
  const [method = '', path = ''] = route.split(' ')
  const { query = {}, headers = {}, body } = DOOR_TABLE[id]?.ask(credential, route) ?? {}
  const url = `${path.replace(/:\w+/g, '1')}?${new URLSearchParams(query)}`
  const given = { method, url, headers, remoteAddress: nextAddress(), ...(body === undefined ? {} : { body }) }
  const answer = await host.inject(given)
  return `${answer.status} ${answer.body.toString()}`
}

async function portal(world: World, method: string, path: string, headers: Record<string, string>, body?: unknown) {
  waitOutLocks(world.engine)
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const url = `${PORTAL}${path}`
  const all = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
  const answer = await world.host.inject({ method, url, headers: all, remoteAddress: nextAddress(), ...json })
  const text = answer.body.toString()
  return { status: answer.status, headers: answer.headers, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}

async function sessionOf(world: World, { email, clientId }: Person): Promise<Credential> {
  const { status, headers } = await portal(world, 'POST', '/log-in', {}, { email, password: PASSWORD, clientId })
  assert.equal(status, 200)
  return { kind: 'session', cookie: String(headers['set-cookie']).split(';')[0] ?? '' }
}

/** The answer to a credential of the same form that is nothing. */
function wrong(credential: Credential): Credential {
  switch (credential.kind) {
    case 'key':
      return { ...credential, key: `Zz9${credential.key.slice(3)}` }
    case 'password':
      return { ...credential, password: 'a wrong password' }
    default:
      return { kind: 'none' }
  }
}

test('the table names every route of every interface, once', async (context) => {
  const { host } = await openWorld(context)
  for (const [id, { guarded, open }] of Object.entries(DOOR_TABLE)) {
    const routes = (host.adapters.get(id)?.routes ?? []).map(({ method, path }) => `${method} ${path}`)
    assert.deepEqual([...guarded, ...open].sort(), routes.sort(), id)
  }
  const others = [...host.adapters].filter(([id, { routes = [] }]) => routes.length > 0 && !(id in DOOR_TABLE))
  // Its table is that of its own package.
  assert.deepEqual(
    others.map(([id]) => id),
    ['portal-api'],
  )
})

describe('every credential at every door', () => {
  for (const role of ROLES)
    test(role, async (context) => {
      const world = await openWorld(context)
      for (const [id, { guarded, takesPasswords }] of Object.entries(DOOR_TABLE)) {
        const [plain, doubled] = [addPerson(world, role), addPerson(world, role)]
        const session = await sessionOf(world, plain)
        await addSecondFactor(world, doubled)
        for (const route of guarded) {
          const letsIn = async (credential: Credential) =>
            (await ask(world, id, route, credential)) !== (await ask(world, id, route, wrong(credential)))
          const verdicts: Record<string, boolean> = {}
          for (const [name, { email, clientId, portalKey, sendKey }] of Object.entries({ plain, doubled })) {
            verdicts[`${name}: portal key`] = await letsIn({ kind: 'key', email, clientId, key: portalKey })
            verdicts[`${name}: send key`] = await letsIn({ kind: 'key', email, clientId, key: sendKey })
            const password: Credential = { kind: 'password', email, password: PASSWORD, clientId }
            verdicts[`${name}: password`] = await letsIn(password)
          }
          verdicts.session = await letsIn(session)
          const expected = {
            'plain: portal key': true,
            'plain: send key': true,
            'plain: password': takesPasswords === true,
            'doubled: portal key': true,
            'doubled: send key': true,
            'doubled: password': false,
            session: false,
          }
          assert.deepEqual(verdicts, expected, `${id} ${route}`)
        }
      }
    })
})

/** Speaks to an adapter's own listener; resolves with all that it said. */
async function speak(port: number, lines: readonly (string | Buffer)[]): Promise<Buffer> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  const said: Buffer[] = []
  socket.on('data', (octets) => said.push(octets))
  socket.setTimeout(10_000, () => socket.destroy())
  let at = 0
  const heard = () =>
    new Promise<void>((resolve) => socket.once('data', () => resolve()).once('close', () => resolve()))
  for (const line of lines) {
    // SMTP greets first.
    if (typeof line === 'string' || at > 0) await heard()
    socket.write(typeof line === 'string' ? `${line}\r\n` : line)
    at += 1
  }
  await heard()
  socket.destroy()
  return Buffer.concat(said)
}

function bindPdu(systemId: string, password: string): Buffer {
  const body = Buffer.concat([Buffer.from(`${systemId}\0${password}\0\0`), Buffer.from([0x34, 0, 0, 0])])
  const header = Buffer.alloc(16)
  header.writeUInt32BE(16 + body.length, 0)
  header.writeUInt32BE(0x09, 4)
  header.writeUInt32BE(1, 12)
  return Buffer.concat([header, body])
}

describe('an operator with a second factor, and its password alone', () => {
  test('reaches nothing but refusals, over all interfaces', async (context) => {
    const world = await openWorld(context)
    const { host, engine } = world
    const victim = addPerson(world, 'operator')
    await addSecondFactor(world, victim)
    const { email, clientId, sendKey } = victim
    const before = engine.submissions.length
    const reached: string[] = []
    const login: Credential = { kind: 'password', email, password: PASSWORD, clientId }
    for (const [id, { guarded }] of Object.entries(DOOR_TABLE)) {
      for (const route of guarded) {
        const tries: readonly Credential[] = [
          login,
          { ...login, email: email.toUpperCase() },
          // In the place of a key.
          { kind: 'key', email, clientId, key: PASSWORD },
          { kind: 'session', cookie: `heliograph=${victim.userId}.${'A'.repeat(43)}` },
        ]
        for (const credential of tries) {
          const answer = await ask(world, id, route, credential)
          if (answer !== (await ask(world, id, route, wrong(credential)))) reached.push(`${id} ${route}`)
          if (answer.includes(sendKey) || answer.includes(victim.portalKey)) reached.push(`${id} shows a key`)
        }
      }
    }
    const withoutCode = await portal(world, 'POST', '/log-in', {}, { email, password: PASSWORD, clientId })
    assert.deepEqual([withoutCode.json.code, withoutCode.headers['set-cookie']], ['second-factor-needed', undefined])
    const guessed = { email, password: PASSWORD, clientId, code: '000000' }
    assert.equal((await portal(world, 'POST', '/log-in', {}, guessed)).json.code, 'wrong-code')
    const basic = { authorization: `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}` }
    for (const headers of [basic, { 'x-api-key': PASSWORD }, { authorization: `Bearer ${PASSWORD}` }])
      for (const path of ['/session', '/users', `/users/${victim.userId}/keys`, '/clients'])
        if ((await portal(world, 'GET', path, headers)).status !== 401) reached.push(`portal ${path}`)
    const { port: smpp = 0 } = host.adapters.get('smpp')?.address?.() ?? {}
    for (const password of [PASSWORD, PASSWORD.slice(0, 8)]) {
      waitOutLocks(engine)
      const answer = await speak(smpp, [bindPdu(email, password)])
      if (answer.readUInt32BE(8) === 0) reached.push('smpp')
    }
    const { port: smtp = 0 } = host.adapters.get('email')?.address?.() ?? {}
    waitOutLocks(engine)
    const plain = Buffer.from(`\0${email}\0${PASSWORD}`).toString('base64')
    const mail = (await speak(smtp, ['EHLO attacker.example', `AUTH PLAIN ${plain}`])).toString()
    if (/^235/m.test(mail) || !/^535/m.test(mail)) reached.push(`email: ${mail}`)
    assert.deepEqual(reached, [])
    // What was submitted, if anything, came from none of the operator's credentials.
    assert.equal(engine.submissions.slice(before).filter(({ principal }) => principal.email === email).length, 0)
  })

  test('nor does a key that it had handed out while there was no second factor', async (context) => {
    const world = await openWorld(context)
    const victim = addPerson(world, 'operator')
    const { email, clientId, sendKey, userId } = victim
    const login: Credential = { kind: 'password', email, password: PASSWORD, clientId }
    const handed = await ask(world, 'soap', 'POST /api/wsdl/main.asmx', login)
    assert.ok(handed.includes(sendKey) && !handed.includes(victim.portalKey))
    await addSecondFactor(world, victim)
    const headers = { 'x-api-key': sendKey }
    for (const [method, path, body] of [
      ['GET', '/session', undefined],
      ['POST', '/users', { email: 'evil@acme.example', password: PASSWORD, role: 'operator' }],
      ['POST', `/users/${userId}/keys`, { scope: 'portal', presentPassword: PASSWORD }],
      ['DELETE', '/account/second-factor', { code: '000000' }],
      ['DELETE', `/users/${userId}/second-factor`, undefined],
      ['PUT', '/account/password', { presentPassword: PASSWORD, password: 'another long password' }],
    ] as const) {
      const { status, json } = await portal(world, method, path, headers, body)
      assert.deepEqual([status, json.code], [403, 'send-only'], path)
    }
  })
})

describe('the log of requests', () => {
  test('has the requests by every interface, and no key, password or code of any of them', async (context) => {
    const world = await openWorld(context)
    const { email, clientId, sendKey, portalKey, userId } = addPerson(world, 'admin')
    const without = new Set<string>()
    for (const [id, { guarded }] of Object.entries(DOOR_TABLE)) {
      const before = world.noted.length
      for (const route of guarded) {
        for (const key of [sendKey, portalKey]) await ask(world, id, route, { kind: 'key', email, clientId, key })
        await ask(world, id, route, { kind: 'password', email, password: PASSWORD, clientId })
      }
      const isNoted = world.noted.slice(before).some(({ instanceId }) => instanceId === id)
      if (guarded.length > 0 && !isNoted) without.add(id)
    }
    assert.deepEqual([...without], [])
    const headers = { 'x-api-key': portalKey }
    const code = '135790'
    const newPassword = 'another long password'
    await portal(world, 'PUT', '/account/password', headers, { presentPassword: PASSWORD, password: newPassword })
    await portal(world, 'POST', '/account/second-factor/confirm', headers, { code })
    await portal(world, 'POST', `/users/${userId}/keys`, headers, { scope: 'send', presentPassword: PASSWORD })
    const { port: smpp = 0 } = world.host.adapters.get('smpp')?.address?.() ?? {}
    for (const password of [portalKey.slice(8, 16), PASSWORD.slice(0, 8)]) {
      waitOutLocks(world.engine)
      await speak(smpp, [bindPdu(email, password)])
    }
    const table = JSON.stringify(world.noted)
    const given = [sendKey, portalKey, portalKey.slice(8, 16), PASSWORD, PASSWORD.slice(0, 8), newPassword, code]
    const forms = given.flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      secret.replaceAll(' ', '+'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ])
    assert.deepEqual(
      forms.filter((form) => table.includes(form)),
      [],
    )
    assert.ok(world.noted.some((each) => 'account' in each && each.account === email))
    assert.ok(table.includes('[redacted]'), 'there was something to blank')
  })
})
