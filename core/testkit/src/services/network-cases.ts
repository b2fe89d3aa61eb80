import assert from 'node:assert/strict'
import {
  Accounts,
  AuditLog,
  type ClientNetworks,
  Directory,
  type Door,
  type GatewayError,
  Logins,
  type Principal,
  SmppLogins,
} from '@heliograph/contracts'
import { eventually, type ServiceCase, type ServiceClient, type ServiceWorld } from './service-world.ts'

const OFFICE = '203.0.113.0/24'
const SERVERS = '2001:db8:5::/48'

/** Lists, and for each door and address whether credentials shown there are accepted. */
const LISTS: readonly (readonly [Partial<ClientNetworks>, readonly (readonly [Door, string, boolean])[]])[] = [
  [
    {},
    [
      ['programs', '198.51.100.1', true],
      ['portal', '198.51.100.1', true],
    ],
  ],
  [
    { programs: [SERVERS, OFFICE] },
    [
      ['programs', '2001:db8:5:1::7', true],
      ['programs', '2001:db8:6::7', false],
      ['programs', '203.0.113.9', true],
      ['programs', '203.0.114.9', false],
      ['portal', '203.0.114.9', true],
    ],
  ],
  [
    { programs: ['203.0.113.9'], portal: [OFFICE] },
    [
      ['programs', '203.0.113.9', true],
      ['programs', '203.0.113.10', false],
      ['portal', '203.0.113.255', true],
      ['portal', '203.0.114.0', false],
    ],
  ],
]

/** Sets both lists as an admin of the client, and resolves once that is in effect. */
async function restrict(world: ServiceWorld, { clientId }: Principal, networks: Partial<ClientNetworks>) {
  const admin = await world.addUser(clientId, { role: 'admin' })
  const set = await world.service(Accounts).setNetworks(admin, clientId, { programs: [], portal: [], ...networks })
  await world.accountsChanged()
  return { admin, set }
}

/** Whether each credential of the client is accepted there. */
async function shown(world: ServiceWorld, client: ServiceClient, door: Door, address: string) {
  const { apiKey, password, principal } = client
  const directory = world.service(Directory)
  const caller = { remoteAddress: address }
  const attempt = { origin: 'suite', account: principal.email, address }
  const byPassword = await world
    .service(Logins)
    .byPassword({ ...attempt, password, asksSecondFactor: door === 'portal' })
  const byKey = await directory.byApiKey(apiKey, caller, door)
  const last =
    door === 'portal'
      ? (await directory.byUser(principal.userId, caller)) !== undefined
      : (await world.service(SmppLogins).bySystemId({ ...attempt, password: apiKey.slice(0, 8) })).kind === 'ok'
  return { byPassword: byPassword.kind, byKey: byKey !== undefined, last }
}

/** The networks from which a client's credentials are accepted. */
export const networkCases: readonly ServiceCase[] = [
  ...LISTS.map(
    ([networks, rows]): ServiceCase => ({
      name: `decide whether a key, a password, a bind and a session are accepted: ${JSON.stringify(networks)}`,
      async run(world, client) {
        await restrict(world, client.principal, networks)
        for (const [door, address, isAccepted] of rows) {
          const expected = { byPassword: isAccepted ? 'ok' : 'unknown', byKey: isAccepted, last: isAccepted }
          assert.deepEqual(await shown(world, client, door, address), expected, `${door} from ${address}`)
        }
      },
    }),
  ),
  {
    name: 'a key without a caller is refused where there is a list; a user without one is found',
    async run(world, { apiKey, principal }) {
      const { byApiKey, byUser } = world.service(Directory)
      assert.ok(await byApiKey(apiKey))
      await restrict(world, principal, { programs: [OFFICE], portal: [OFFICE] })
      assert.equal(await byApiKey(apiKey), undefined)
      assert.ok(await byUser(principal.userId))
    },
  },
  {
    name: 'entries are kept once and without spaces, and removed again',
    async run(world, { principal }) {
      const { admin, set } = await restrict(world, principal, { programs: [` ${OFFICE} `, OFFICE, ''] })
      assert.deepEqual(set, { programs: [OFFICE], portal: [] })
      const { networks, setNetworks } = world.service(Accounts)
      assert.deepEqual(await networks(admin, principal.clientId), set)
      const none = { programs: [], portal: [] }
      await setNetworks(admin, principal.clientId, none)
      assert.deepEqual(await networks(admin, principal.clientId), none)
    },
  },
  {
    name: 'an entry that is no network is named',
    async run(world, { principal }) {
      const { clientId } = principal
      const admin = await world.addUser(clientId, { role: 'admin' })
      for (const wrong of ['localhost', '203.0.113.0/33', '203.0.113', '2001:db8::/129', '203.0.113.0/24/8']) {
        const setting = world.service(Accounts).setNetworks(admin, clientId, { programs: [], portal: [OFFICE, wrong] })
        await assert.rejects(setting, ({ code, details }: GatewayError) => {
          assert.deepEqual([code, Object.keys(details ?? {})], ['invalid-settings', ['portal']])
          return details?.portal?.includes(wrong) === true
        })
      }
    },
  },
  {
    name: 'a refusal is in the audit log with where it came from, and so is the change',
    async run(world, client) {
      const { principal, apiKey } = client
      const { admin } = await restrict(world, principal, { programs: [OFFICE] })
      assert.equal(await world.service(Directory).byApiKey(apiKey, { remoteAddress: '198.51.100.9' }), undefined)
      const acts = async () => (await world.service(AuditLog).find(admin, { limit: 10 })).records
      const refused = async () => (await acts()).find(({ action }) => action === 'log-in-refused')
      await eventually(async () => (await refused()) !== undefined, 'it is noted')
      const { email, detail } = (await refused()) ?? {}
      assert.deepEqual([email, detail?.reason, detail?.address], [principal.email, 'network', '198.51.100.9'])
      const change = (await acts()).find(({ action }) => action === 'networks-changed')
      assert.deepEqual(change?.detail, { programs: OFFICE, portal: '' })
    },
  },
]
