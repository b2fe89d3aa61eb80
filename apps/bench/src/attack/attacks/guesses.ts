import { setTimeout as delay } from 'node:timers/promises'
import { defineAttack, none } from '../attack.ts'
import { inParallel, send } from '../http-client.ts'
import { addSecondFactor, logIn } from '../portal-client.ts'
import type { AttackWorld } from '../world.ts'

interface Guess {
  readonly email: string
  readonly address: string
}

/** A guess over the basic interface, which has no limit of its own for addresses. */
function guess({ http }: AttackWorld, { email, address }: Guess): Promise<unknown> {
  const query = new URLSearchParams({ username: email, password: 'a guess', clientid: '1001', action: 'incoming' })
  return send(http, { path: `/api/http/main.ashx?${query}`, address })
}

/** How many of these guesses were held against a password, by the audit log: the others were refused before. */
async function countChecked(world: AttackWorld, guesses: readonly Guess[]): Promise<number> {
  const before = await wrongPasswords(world)
  await inParallel(guesses, 8, async (each) => void (await guess(world, each)))
  // Refusals are counted in the log with a delay of a second.
  await delay(3_000)
  return (await wrongPasswords(world)) - before
}

async function wrongPasswords({ operator }: AttackWorld): Promise<number> {
  const { json } = await operator.call('GET', '/audit-log?action=log-in-refused&limit=1000')
  const details = (json.records as readonly { readonly detail: Readonly<Record<string, string>> }[]).map(
    ({ detail }) => detail,
  )
  return details
    .filter(({ reason }) => reason === 'wrong-password')
    .reduce((sum, { times }) => sum + Number(times ?? 1), 0)
}

const oneNetwork = defineAttack({
  name: 'guesses-from-one-network',
  title: '300 guesses at as many accounts, from as many addresses of one /64',
  bounds: { checked: { label: 'guesses checked', unit: '', atMost: 120 } },
  async run(world) {
    const guesses = Array.from({ length: 300 }, (_, index) => ({
      email: `stranger${index}@example.com`,
      address: `2001:db8:0:1::${(index + 1).toString(16)}`,
    }))
    return { checked: await countChecked(world, guesses) }
  },
})

const oneAccount = defineAttack({
  name: 'guesses-at-one-account',
  title: '200 guesses at one account, each from a network of its own; its owner logs in from where it did before',
  bounds: {
    checked: { label: 'guesses checked', unit: '', atMost: 50 },
    locked_out: none('owners locked out'),
  },
  async run(world) {
    const { email, password } = await world.addUser()
    const home = world.newAddress()
    await logIn(world.http, { email, password }, home)
    const guesses = Array.from({ length: 200 }, () => ({ email, address: world.newAddress() }))
    const checked = await countChecked(world, guesses)
    const owner = await logIn(world.http, { email, password }, home)
    return { checked, locked_out: owner === undefined ? 1 : 0 }
  },
})

const crowdedQueue = defineAttack({
  name: 'crowded-queue',
  title: '300 logins at once from one /64, while another address logs in',
  bounds: { refused: none('logins of others refused') },
  async run(world) {
    const { email, password } = await world.addUser()
    const guesses = Array.from({ length: 300 }, (_, index) => ({
      email: `crowd${index}@example.com`,
      address: `2001:db8:0:2::${(index + 1).toString(16)}`,
    }))
    const flood = Promise.all(guesses.map((each) => guess(world, each)))
    // Others come when the queue is full.
    await delay(1_000)
    const entered = await logIn(world.http, { email, password }, world.newAddress())
    await flood
    return { refused: entered === undefined ? 1 : 0 }
  },
})

const wrongCodes = defineAttack({
  name: 'wrong-codes',
  title: 'A thief of the password tries codes; the owner comes in by a recovery code',
  bounds: { locked_out: none('owners locked out') },
  async run(world) {
    const user = await world.addUser()
    const { email, password } = user
    const { recoveryCodes } = await addSecondFactor(user.session, password)
    for (let tries = 0; tries < 6; tries += 1)
      await logIn(world.http, { email, password, code: String(100_000 + tries) }, world.newAddress())
    const owner = await logIn(world.http, { email, password, code: recoveryCodes[0] ?? '' }, world.newAddress())
    return { locked_out: owner === undefined ? 1 : 0 }
  },
})

export const guessAttacks = [oneNetwork, oneAccount, crowdedQueue, wrongCodes]
