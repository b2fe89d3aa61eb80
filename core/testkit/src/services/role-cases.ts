import assert from 'node:assert/strict'
import { Accounts, type Principal } from '@heliograph/contracts'
import { freshEmail, freshNumber, PASSWORD } from './fresh-names.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

/**
 * The principals that make the calls: operators are users of another client, an admin and a user belong to the client
 * in question, a stranger is an admin of another client.
 */
const ACTORS = ['operator', 'admin', 'user', 'stranger'] as const
type ActorName = (typeof ACTORS)[number]

/** The objects of the calls: another user of the client, a user that is an operator, and their keys; a channel. */
interface Scene {
  readonly clientId: number
  readonly actor: Principal
  readonly other: Principal
  readonly ownOperator: Principal
  readonly channelId: number
}

async function setScene(world: ServiceWorld, { principal }: ServiceClient, name: ActorName): Promise<Scene> {
  const { clientId } = principal
  const isForeign = name === 'operator' || name === 'stranger'
  const home = isForeign ? (await world.addClient()).principal.clientId : clientId
  const role = name === 'stranger' ? 'admin' : name
  return {
    clientId,
    actor: await world.addUser(home, { role }),
    other: await world.addUser(clientId, {}),
    ownOperator: await world.addUser(clientId, { role: 'operator' }),
    channelId: await world.addChannel(clientId, { number: freshNumber(), default: false }),
  }
}

type Operation = (accounts: Accounts, scene: Scene) => Promise<unknown>
type Verdict = 'ok' | 'not-allowed' | `${string}-not-found` | 'own-account'

const removeOwnKey = (of: (scene: Scene) => Principal): Operation => {
  return (accounts, scene) => accounts.removeKey(scene.actor, of(scene).keyId as number)
}

/** Every operation by every role, with its result. */
const TABLE: readonly (readonly [string, Operation, Readonly<Record<ActorName, Verdict>>])[] = [
  ['list clients', (a, s) => a.clients(s.actor), all('ok')],
  ['add a client', (a, s) => a.addClient(s.actor, { name: 'New' }), operatorsOnly()],
  ['change a client', (a, s) => a.setClient(s.actor, { clientId: s.clientId, addCredit: '1' }), operatorsOnly()],
  ['see a client', (a, s) => a.client(s.actor, s.clientId), { ...all('ok'), stranger: 'client-not-found' }],
  ['read the ledger', (a, s) => a.ledger(s.actor, s.clientId, { limit: 1 }), adminsOf('client')],
  ['see the networks', (a, s) => a.networks(s.actor, s.clientId), adminsOf('client')],
  ['set the networks', (a, s) => a.setNetworks(s.actor, s.clientId, { programs: [], portal: [] }), adminsOf('client')],
  ['list users', (a, s) => a.users(s.actor, s.clientId), { ...all('ok'), stranger: 'client-not-found' }],
  ['add a user', (a, s) => a.addUser(s.actor, newUser(s)), adminsOf('client')],
  ['add an admin', (a, s) => a.addUser(s.actor, newUser(s, 'admin')), adminsOf('client')],
  [
    'add an operator',
    (a, s) => a.addUser(s.actor, newUser(s, 'operator')),
    { ...adminsOf('client'), admin: 'not-allowed' },
  ],
  ['change a user', (a, s) => a.setUser(s.actor, { userId: s.other.userId, priority: 'LOW' }), adminsOf('user')],
  ['make a user an admin', (a, s) => a.setUser(s.actor, { userId: s.other.userId, role: 'admin' }), adminsOf('user')],
  [
    'make a user an operator',
    (a, s) => a.setUser(s.actor, { userId: s.other.userId, role: ' Operator' }),
    { ...adminsOf('user'), operator: 'ok', admin: 'not-allowed' },
  ],
  [
    'disable an operator',
    (a, s) => a.setUser(s.actor, { userId: s.ownOperator.userId, enabled: false }),
    exceptOperators('user'),
  ],
  [
    'disable oneself',
    (a, s) => a.setUser(s.actor, { userId: s.actor.userId, enabled: false }),
    { operator: 'own-account', admin: 'own-account', user: 'not-allowed', stranger: 'own-account' },
  ],
  [
    'give up the own role',
    (a, s) => a.setUser(s.actor, { userId: s.actor.userId, role: 'user' }),
    { operator: 'own-account', admin: 'own-account', user: 'not-allowed', stranger: 'own-account' },
  ],
  [
    'set a password',
    (a, s) => a.setPassword(s.actor, { userId: s.other.userId, password: PASSWORD }),
    adminsOf('user'),
  ],
  [
    'set the password of an operator',
    (a, s) => a.setPassword(s.actor, { userId: s.ownOperator.userId, password: PASSWORD }),
    exceptOperators('user'),
  ],
  ['set the own password', (a, s) => a.setPassword(s.actor, { userId: s.actor.userId, password: PASSWORD }), all('ok')],
  ['list keys', (a, s) => a.keys(s.actor, s.other.userId), adminsOf('user')],
  ['list keys of an operator', (a, s) => a.keys(s.actor, s.ownOperator.userId), exceptOperators('user')],
  ['list own keys', (a, s) => a.keys(s.actor, s.actor.userId), all('ok')],
  ['add a key', (a, s) => a.addKey(s.actor, { userId: s.other.userId }), adminsOf('user')],
  ['add a key to an operator', (a, s) => a.addKey(s.actor, { userId: s.ownOperator.userId }), exceptOperators('user')],
  ['add an own key', (a, s) => a.addKey(s.actor, { userId: s.actor.userId }), all('ok')],
  ['remove a key', removeOwnKey((s) => s.other), adminsOf('key')],
  ['remove a key of an operator', removeOwnKey((s) => s.ownOperator), exceptOperators('key')],
  ['remove an own key', removeOwnKey((s) => s.actor), all('ok')],
  ['list channels', (a, s) => a.channels(s.actor, s.clientId), adminsOf('client')],
  ['add a channel', (a, s) => a.addChannel(s.actor, { clientId: s.clientId, number: freshNumber() }), operatorsOnly()],
  [
    'change a channel',
    (a, s) => a.setChannel(s.actor, { channelId: s.channelId, autoResponse: 'Hello' }),
    adminsOf('channel'),
  ],
  ['list outgoing numbers', (a, s) => a.outgoingNumbers(s.actor, s.clientId), adminsOf('client')],
  [
    'give an outgoing number',
    (a, s) => a.giveOutgoingNumber(s.actor, { clientId: s.clientId, number: freshNumber() }),
    operatorsOnly(),
  ],
  [
    'take an outgoing number',
    (a, s) => a.takeOutgoingNumber(s.actor, { clientId: s.clientId, number: freshNumber() }),
    operatorsOnly(),
  ],
  ['rotate a security key', (a, s) => a.rotateSecurityKey(s.actor, s.channelId), adminsOf('channel')],
  [
    'set a shared secret',
    (a, s) => a.setSharedSecret(s.actor, { channelId: s.channelId, kind: 'opt-out' }),
    adminsOf('channel'),
  ],
]

function newUser({ clientId }: Scene, role?: string) {
  return { clientId, email: freshEmail(), password: PASSWORD, role }
}

function all(verdict: Verdict) {
  return { operator: verdict, admin: verdict, user: verdict, stranger: verdict }
}

function operatorsOnly() {
  return { ...all('not-allowed'), operator: 'ok' } as const
}

function adminsOf(what: 'client' | 'user' | 'key' | 'channel') {
  return { operator: 'ok', admin: 'ok', user: 'not-allowed', stranger: `${what}-not-found` } as const
}

/** The verdicts for an operator who is a user of the client. */
function exceptOperators(what: 'user' | 'key') {
  return { ...adminsOf(what), admin: 'not-allowed' } as const
}

async function verdictOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}

/** What each role may do. */
export const roleCases = TABLE.map(
  ([what, operate, expected]): ServiceCase => ({
    name: what,
    async run(world, client) {
      const verdicts: Record<string, string> = {}
      for (const name of ACTORS) {
        const scene = await setScene(world, client, name)
        verdicts[name] = await verdictOf(operate(world.service(Accounts), scene))
      }
      assert.deepEqual(verdicts, expected)
    },
  }),
)
