import { defineAttack, none } from '../attack.ts'
import { inParallel, send } from '../http-client.ts'
import { connectLines } from '../line-client.ts'
import { addSecondFactor, logIn, portalClient } from '../portal-client.ts'
import { soapCall } from '../soap.ts'
import type { AttackUser, AttackWorld } from '../world.ts'

/** Whether a door lets a user in by the password. */
type Door = (world: AttackWorld, user: AttackUser) => Promise<boolean>

const DOORS: Readonly<Record<string, Door>> = {
  'SOAP get_api_key': async (world, { email, password, clientId }) => {
    const call = soapCall('get_api_key', { email_address: email, password, clientid: clientId })
    return (await send(world.http, { ...call, address: world.newAddress() })).text.includes('get_api_keyResult>')
  },
  'basic log-in': async (world, { email, password, clientId }) => {
    const query = new URLSearchParams({ username: email, password, clientid: String(clientId), action: 'incoming' })
    const { text } = await send(world.http, { path: `/api/http/main.ashx?${query}`, address: world.newAddress() })
    return !text.startsWith('ERR-')
  },
  'Kannel sendsms': async (world, { email, password }) => {
    const query = new URLSearchParams({ username: email, password, to: '27821234567', text: 'x' })
    const { status } = await send(world.http, { path: `/cgi-bin/sendsms?${query}`, address: world.newAddress() })
    return status === 202 || status === 200
  },
  'mail log-in': async (world, { email, password }) => {
    const client = await connectLines(world.emailPort)
    await client.say('EHLO attacker.example')
    const code = await client.say(`AUTH PLAIN ${Buffer.from(`\0${email}\0${password}`).toString('base64')}`)
    client.end()
    return code === 235
  },
  portal: async (world, { email, password }) =>
    (await logIn(world.http, { email, password }, world.newAddress())) !== undefined,
}

const secondFactor = defineAttack({
  name: 'password-alone',
  title: "An operator's password, without the second factor, at every door that takes passwords",
  bounds: { let_in: none('doors that let in') },
  async run(world) {
    const user = await world.addUser({ role: 'operator' })
    await world.addKey(user)
    await addSecondFactor(user.session, user.password)
    const open: string[] = []
    for (const [name, door] of Object.entries(DOORS)) if (await door(world, user)) open.push(name)
    return { let_in: open.length }
  },
})

const handedOut = defineAttack({
  name: 'handed-out-key',
  title: 'A key that SOAP hands out for a password, on every path of the portal that reads',
  isHttp: true,
  bounds: { reached: none('paths that answer it, and no stranger') },
  async run(world) {
    const user = await world.addUser()
    await world.addKey(user)
    const { email, password, clientId } = user
    const call = soapCall('get_api_key', { email_address: email, password, clientid: clientId })
    const { text } = await send(world.http, { ...call, address: world.newAddress() })
    // regex-bound: an answer of the gateway to one small request.
    const key = /get_api_keyResult>([^<]*)</.exec(text)?.[1] ?? ''
    const { text: described } = await send(world.http, { path: '/portal/api/1/openapi.json' })
    const paths = Object.entries((JSON.parse(described) as { paths: Record<string, object> }).paths)
      .filter(([, operations]) => 'get' in operations)
      .map(([path]) => path.replace(/^.*\/portal\/api\/1/, '').replace(/\{\w+\}/g, '1'))
    const holder = portalClient(world.http, { 'x-api-key': key })
    const stranger = portalClient(world.http, {})
    const isRefused = ({ status }: { readonly status: number }) => status === 403 || status === 401
    let reached = 0
    await inParallel(paths, 4, async (path) => {
      // What answers everyone is no matter of keys.
      if (!isRefused(await holder.call('GET', path)) && isRefused(await stranger.call('GET', path))) reached += 1
    })
    return { reached: key === '' ? Number.NaN : reached }
  },
})

const unlockedComputer = defineAttack({
  name: 'unlocked-computer',
  title: 'A session found open makes a key for the portal without the password',
  bounds: { keys: none('keys made') },
  async run(world) {
    const user = await world.addUser()
    const { status } = await user.session.call('POST', `/users/${user.userId}/keys`, { scope: 'portal' })
    return { keys: status === 200 ? 1 : 0 }
  },
})

export const passwordAttacks = [secondFactor, handedOut, unlockedComputer]
