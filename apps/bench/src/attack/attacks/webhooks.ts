import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineAttack } from '../attack.ts'
import { inParallel } from '../http-client.ts'
import type { PortalClient } from '../portal-client.ts'

/** How many SMS come in, each with a webhook that is received. */
const WEBHOOKS = 20
const RESENDS = 60

const resends = defineAttack({
  name: 'webhook-resends',
  title: `A client has ${WEBHOOKS} webhooks sent again ${RESENDS} times, to a host of its choice`,
  bounds: { resent: { label: 'webhooks resent in a minute', unit: '', atMost: 300 } },
  async run(world) {
    const { session, clientId } = await world.addUser()
    const { channelId, number } = await world.addChannel(clientId)
    const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    await session.call('PATCH', `/channels/${channelId}`, { incomingUrl: `http://127.0.0.1:${port}/hook` })
    for (let index = 0; index < WEBHOOKS; index += 1)
      await world.incoming({ from: String(27_835_550_000 + index), to: number, text: `Hello ${index}` })
    await world.until(async () => (await deliveredIds(session)).length === WEBHOOKS)
    const ids = await deliveredIds(session)
    let resent = 0
    await inParallel(Array.from({ length: RESENDS }), 4, async () => {
      const { json } = await session.call('POST', '/webhooks/resend', { webhookIds: ids })
      resent += Number(json.resent ?? 0)
    })
    receiver.close()
    receiver.closeAllConnections()
    return { resent }
  },
})

async function deliveredIds(session: PortalClient): Promise<readonly number[]> {
  const { json } = await session.call('GET', '/webhooks?state=delivered&limit=1000')
  return (json.records as readonly { readonly webhookId: number }[]).map(({ webhookId }) => webhookId)
}

export const webhookAttacks = [resends]
