import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { defineAttack, none } from '../attack.ts'
import { inParallel, send } from '../http-client.ts'
import { connectLines } from '../line-client.ts'

/** More than a group of addresses may have, and few enough for any machine's limit of descriptors. */
const SOCKETS = 400

const idleSockets = defineAttack({
  name: 'idle-sockets',
  title: `${SOCKETS} connections to the SMPP port that never bind, from one address, while others connect`,
  bounds: {
    held: { label: 'connections held', unit: '', atMost: 50 },
    refused: none('others refused'),
  },
  async run({ smppPort }) {
    const sockets: Socket[] = []
    for (let index = 0; index < SOCKETS; index += 1) {
      // A socket that is not read does not notice its end.
      const socket = connect(smppPort, '127.0.0.1')
        .on('error', () => {})
        .resume()
      sockets.push(socket)
      await once(socket, 'connect').catch(() => {})
    }
    const held = await settled(() => sockets.filter((socket) => !socket.destroyed).length)
    const other = connect({ port: smppPort, host: '127.0.0.1', localAddress: '127.0.0.9' }).on('error', () => {})
    other.write(Buffer.from('00000010000000150000000000000001', 'hex'))
    const answer = await Promise.race([
      once(other, 'data').then(
        () => true,
        () => false,
      ),
      once(other, 'close').then(() => false),
    ])
    for (const socket of [...sockets, other]) socket.destroy()
    return { held, refused: answer ? 0 : 1 }
  },
})

/** A count once it has stayed the same for a second: on a busy machine the server closes late. At most 20 s. */
async function settled(count: () => number): Promise<number> {
  let [last, since] = [count(), Date.now()]
  for (const until = since + 20_000; Date.now() < until && Date.now() - since < 1_000; ) {
    await delay(50)
    const now = count()
    if (now !== last) [last, since] = [now, Date.now()]
  }
  return last
}

const idleMail = defineAttack({
  name: 'idle-mail',
  title: `${SOCKETS} connections to the mail port that never log in, from one address`,
  bounds: { held: { label: 'connections held', unit: '', atMost: 50 } },
  async run({ emailPort }) {
    const clients = await Promise.all(Array.from({ length: SOCKETS }, () => connectLines(emailPort)))
    const answers = await Promise.all(clients.map((client) => client.say('NOOP')))
    for (const client of clients) client.end()
    return { held: answers.filter((code) => code === 250).length }
  },
})

const link = (clientId: number, direction: string, mobile: string) =>
  `/sms/2/messages/subscription/${clientId}/opt/${direction}/${mobile}`

const pictures = defineAttack({
  name: 'picture-that-opts-out',
  title: 'A page shows opt-out links as pictures and frames, and fetches them',
  bounds: { changed: none('contacts changed') },
  async run(world) {
    const { session, clientId } = await world.addUser()
    const destinations = ['image', 'iframe', 'script', 'empty', 'style', 'frame', 'embed', 'object']
    const mobiles = destinations.map((_, index) => `2782555000${index}`)
    await inParallel(
      mobiles,
      4,
      async (mobile) => void (await session.call('PUT', `/contacts/${mobile}`, { name: 'x' })),
    )
    await inParallel(destinations, 4, async (destination) => {
      const headers = { 'sec-fetch-dest': destination, 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' }
      const mobile = mobiles[destinations.indexOf(destination)] ?? ''
      await send(world.http, { path: link(clientId, 'out', mobile), headers, address: world.newAddress() })
    })
    const answers = await Promise.all(mobiles.map((mobile) => session.call('GET', `/contacts/${mobile}`)))
    return { changed: answers.filter(({ text }) => text.includes('OPTED OUT')).length }
  },
})

const massOptOut = defineAttack({
  name: 'mass-opt-out',
  title:
    "300 addresses open opt-out links of 300 contacts of one client, which they made up from the contacts' numbers",
  bounds: { changed: { label: 'contacts changed', unit: '', atMost: 100 } },
  async run(world) {
    const { session, clientId } = await world.addUser()
    const mobiles = Array.from({ length: 300 }, (_, index) => String(27_825_560_000 + index))
    const rows = mobiles.map((mobile) => [mobile])
    await session.call('POST', '/contacts/import', { columns: { mobile: 0, others: [] }, rows })
    await inParallel(mobiles, 8, async (mobile) => {
      await send(world.http, { path: link(clientId, 'out', mobile), address: world.newAddress() })
    })
    const { json } = await session.call('GET', '/contacts?status=opted-out&limit=1000')
    return { changed: (json.records as readonly unknown[]).length }
  },
})

const listedClients = defineAttack({
  name: 'listed-clients',
  title: 'Ids of clients are tried out by opt-out links: 60 from one address',
  isHttp: true,
  bounds: { reported: { label: 'ids told apart', unit: '', atMost: 15 } },
  async run(world) {
    const address = world.newAddress()
    let reported = 0
    for (let id = 1; id <= 60; id += 1) {
      const { status } = await send(world.http, { path: link(900_000 + id, 'in', '27825550001'), address })
      if (status === 404) reported += 1
    }
    return { reported }
  },
})

export const strangerAttacks = [idleSockets, idleMail, pictures, massOptOut, listedClients]
