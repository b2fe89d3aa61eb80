import { defineAttack, none } from '../attack.ts'
import { inParallel, send } from '../http-client.ts'

const hoard = defineAttack({
  name: 'hoarded-keys',
  title: 'One user makes keys without end',
  bounds: { keys: { label: 'keys of the user', unit: '', atMost: 100 } },
  async run(world) {
    const { session, userId } = await world.addUser()
    const tries = Array.from({ length: 110 }, (_, index) => index)
    await inParallel(tries, 8, async () => void (await session.call('POST', `/users/${userId}/keys`, {})))
    const { json } = await session.call('GET', `/users/${userId}/keys`)
    return { keys: (json.records as readonly unknown[]).length }
  },
})

const manyKeys = defineAttack({
  name: 'ten-keys',
  title: 'Ten keys of one user get round the limit of requests',
  bounds: { admitted: { label: 'requests admitted in a minute', unit: '', atMost: 300 } },
  async run(world) {
    const user = await world.addUser()
    const keys = await Promise.all(Array.from({ length: 10 }, () => world.addKey(user)))
    const tries = Array.from({ length: 800 }, (_, index) => keys[index % keys.length] ?? '')
    let admitted = 0
    await inParallel(tries, 16, async (key) => {
      const { status } = await send(world.http, { path: '/sms/2/reports?limit=1', headers: { authorization: key } })
      if (status === 200) admitted += 1
    })
    return { admitted }
  },
})

const foreignNumber = defineAttack({
  name: 'foreign-number',
  title: "A client's admin takes another client's number as its own sender",
  bounds: { taken: none('numbers taken') },
  async run(world) {
    const victim = await world.addUser()
    const { number } = await world.addChannel(victim.clientId)
    const attacker = await world.addUser()
    const { channelId } = await world.addChannel(attacker.clientId)
    const { status } = await attacker.session.call('PATCH', `/channels/${channelId}`, { outgoingNumber: number })
    return { taken: status === 200 ? 1 : 0 }
  },
})

const otherChannel = defineAttack({
  name: 'other-channel',
  title: 'A user with one channel looks for what came in on another',
  bounds: { seen: none('answers that show it') },
  async run(world) {
    const admin = await world.addUser()
    const own = await world.addChannel(admin.clientId)
    const other = await world.addChannel(admin.clientId)
    const url = 'http://127.0.0.1:9/hook?token=Se3ret-T0ken'
    await admin.session.call('PATCH', `/channels/${other.channelId}`, { incomingUrl: url })
    await world.incoming({ from: '27831112222', to: other.number, text: 'not-for-your-eyes' })
    await world.until(async () => (await admin.session.call('GET', '/conversations')).text.includes('27831112222'))
    await world.until(async () => (await admin.session.call('GET', '/webhooks')).text.includes('127.0.0.1:9'))
    const user = await world.addUser({ clientId: admin.clientId, role: 'user', channelId: own.channelId })
    const paths = ['/webhooks', '/webhooks/paused-hosts', '/conversations', '/messages', '/overview']
    const answers = await Promise.all(paths.map((path) => user.session.call('GET', path)))
    const marks = ['27831112222', 'not-for-your-eyes', 'Se3ret', '127.0.0.1:9']
    return { seen: answers.filter(({ text }) => marks.some((mark) => text.includes(mark))).length }
  },
})

export const keyAttacks = [hoard, manyKeys, foreignNumber, otherChannel]
