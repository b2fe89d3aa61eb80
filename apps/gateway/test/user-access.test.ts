import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codeOf, stepOf } from '@heliograph/messaging'
import { runHere, runJsonHere } from './support/cli-here.ts'
import { type GatewayProcess, makeUsedDataDir, startGateway, type TestDataDir } from './support/gateway-process.ts'

const EMAIL = 'ann@acme.example'
const PASSWORD = 'correct horse battery'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

let folder: TestDataDir
let gateway: GatewayProcess
let clientId: string
let userId: number
const heliograph = <T = Record<string, unknown>>(...args: string[]): Promise<T> =>
  runJsonHere<T>([...args, '--data-dir', folder.path])

before(async () => {
  folder = await makeUsedDataDir()
  gateway = await startGateway({ dataDir: folder.path })
  clientId = String((await heliograph<{ clientId: number }>('client', 'add', '--name', 'Acme')).clientId)
  const ann = ['--client', clientId, '--email', EMAIL, '--password', PASSWORD]
  userId = (await heliograph<{ userId: number }>('user', 'add', ...ann)).userId
})
after(async () => {
  await gateway?.stop()
  await folder.remove()
})

interface LoggedIn {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Record<string, string>
}

/** Logs in to the portal; resolves with the headers of the session as `headers`. */
async function logIn(password: string, code?: string): Promise<LoggedIn> {
  const answer = await portal('POST', '/log-in', {}, { email: EMAIL, password, code })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const json = (await answer.json()) as { csrfToken?: string; code?: string }
  return { status: answer.status, code: json.code, headers: { cookie, 'x-csrf-token': json.csrfToken ?? '' } }
}

function portal(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
  return fetch(`${gateway.http}/portal/api/1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The code that an authenticator app shows for a secret, `steps` of 30 seconds from now. */
function appCode(secret: string, steps: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const octets = (bits.match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))
  return codeOf(Uint8Array.from(octets), stepOf(Date.now()) + steps)
}

describe('while a gateway runs', () => {
  test('user remove-second-factor lets one in who has lost phone and codes', async () => {
    const { headers } = await logIn(PASSWORD)
    const draft = await portal('POST', '/account/second-factor', headers, { presentPassword: PASSWORD })
    const { secret } = (await draft.json()) as { secret: string }
    const code = appCode(secret, 0)
    const confirmed = await portal('POST', '/account/second-factor/confirm', headers, { code })
    assert.equal(confirmed.status, 200)
    assert.equal((await logIn(PASSWORD)).code, 'second-factor-needed')
    const first = await heliograph('user', 'remove-second-factor', EMAIL.toUpperCase())
    assert.deepEqual(first, { userId, wasOn: true, passkeys: 0 })
    assert.equal((await logIn(PASSWORD)).status, 200)
    const again = await heliograph('user', 'remove-second-factor', EMAIL, '--client', clientId)
    assert.deepEqual(again, { userId, wasOn: false, passkeys: 0 })
  })

  test('user set-password ends the sessions of the portal, and the old password', async () => {
    const { headers } = await logIn(PASSWORD)
    assert.equal((await portal('GET', '/session', headers)).status, 200)
    assert.deepEqual(await heliograph('user', 'set-password', EMAIL, '--password', 'copper lantern'), { userId })
    assert.equal((await portal('GET', '/session', headers)).status, 401)
    assert.equal((await logIn(PASSWORD)).code, 'wrong-log-in')
    assert.equal((await logIn('copper lantern')).status, 200)
  })

  test('user set-password takes the password from standard input, and no short one', async () => {
    const input = {
      isTyped: false,
      readAll: async () => Buffer.from('from a pipe it comes\n'),
      askHidden: async () => '',
    }
    const args = ['user', 'set-password', EMAIL, '--data-dir', folder.path]
    assert.equal((await runHere([...args, '--password-file', '-'], input)).code, 0)
    assert.equal((await logIn('from a pipe it comes')).status, 200)
    const short = await runHere([...args, '--password-file', '-', '--json'], {
      ...input,
      readAll: async () => Buffer.from('short'),
    })
    assert.deepEqual(JSON.parse(short.stderr).error.details, { password: 'must have 10 to 1024 characters' })
    assert.equal((await logIn('short')).code, 'wrong-log-in')
  })

  test('what commands did is in the audit log, done by nobody with a name', async () => {
    await heliograph('user', 'log-in-link', EMAIL)
    const channel = await heliograph<{ channelId: number }>('channel', 'add', '--client', clientId, '--sender', 'ACME')
    const { channelId } = channel
    await heliograph('channel', 'set', '--channel', String(channelId), '--optin-secret', 'generate')
    await heliograph('channel', 'rotate-key', '--channel', String(channelId))
    await heliograph('client', 'set', '--client', clientId, '--price', '0.07')
    const added = ['--client', clientId, '--email', 'boss@acme.example', '--password', PASSWORD, '--role', 'operator']
    const boss = await heliograph<{ userId: number }>('user', 'add', ...added)
    const { apiKey } = await heliograph<{ apiKey: string }>(
      'key',
      'add',
      '--user',
      String(boss.userId),
      '--scope',
      'portal',
    )
    await heliograph('user', 'disable', '--user', String(userId))
    const answer = await portal('GET', '/audit-log', { 'x-api-key': apiKey })
    const { records } = (await answer.json()) as { records: { action: string; subject: string; email: string }[] }
    const byCommand = records.filter(({ email }) => email === '').map(({ action, subject }) => [action, subject])
    assert.deepEqual(byCommand, [
      ['user-changed', `user ${userId}`],
      ['key-added', records.find(({ action }) => action === 'key-added')?.subject],
      ['user-added', `user ${boss.userId}`],
      ['client-changed', `client ${clientId}`],
      ['security-key-rotated', `channel ${channelId}`],
      ['shared-secret-set', `channel ${channelId}`],
      ['channel-changed', `channel ${channelId}`],
      ['channel-added', `channel ${channelId}`],
      ['log-in-link-made', `user ${userId}`],
      ['password-set', `user ${userId}`],
      ['password-set', `user ${userId}`],
      ['second-factor-off', `user ${userId}`],
      ['user-added', `user ${userId}`],
      ['client-added', `client ${clientId}`],
    ])
  })

  for (const command of [['remove-second-factor'], ['set-password', '--password', 'copper lantern']])
    test(`user ${command[0]}: an unknown name is an error`, async () => {
      const { code, stderr } = await runHere(['user', ...command, 'no@one.example', '--data-dir', folder.path])
      assert.equal(code, 1)
      assert.match(stderr, /There is no enabled user 'no@one\.example'/)
    })
})
