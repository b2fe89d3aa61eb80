import assert from 'node:assert/strict'
import { Accounts, Channels } from '@heliograph/contracts'
import { recordOf, submit, submitOne } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

let numbers = 0
const freshNumber = () => `2780${String(++numbers).padStart(7, '0')}`

/** A client with an admin and an operator, and the numbers that it should and should not send as. */
async function setScene(world: ServiceWorld, client: ServiceClient) {
  const { principal, address } = client
  const { clientId } = principal
  const foreign = await world.addClient()
  const second = freshNumber()
  await world.addChannel(clientId, { number: second, default: false })
  return {
    accounts: world.service(Accounts),
    clientId,
    address,
    second,
    foreign,
    channelId: (await world.service(Channels).defaultOf(principal))?.channelId as number,
    admin: await world.addUser(clientId, { role: 'admin' }),
    operator: await world.addUser(foreign.principal.clientId, { role: 'operator' }),
  }
}

/**
 * A message leaves from a channel of the client, even when the request names another sender.
 *
 * @param sendFrom sends so that this sender is named, and resolves with the sender of the message
 */
export const senderCase = (
  what: string,
  sendFrom: (world: ServiceWorld, client: ServiceClient, from: string) => Promise<string>,
): ServiceCase => ({
  name: `${what} that names another sender goes out from a channel of the client`,
  async run(world, client) {
    const { accounts, address, foreign, operator, second } = await setScene(world, client)
    const foreignId = (await world.service(Channels).defaultOf(foreign.principal))?.channelId as number
    const shown = freshNumber()
    await accounts.setChannel(operator, { channelId: foreignId, outgoingNumber: shown })
    const disabled = freshNumber()
    await world.disableChannel(await world.addChannel(client.principal.clientId, { number: disabled, default: false }))
    await world.addChannel(foreign.principal.clientId, { sender: 'Rival' })
    await world.accountsChanged()
    for (const from of [foreign.address, `+${foreign.address}`, shown, disabled, 'Rival', 'Anything', '', '\0'])
      assert.equal(await sendFrom(world, client, from), address, from)
    assert.equal(await sendFrom(world, client, second), second)
  },
})

async function sendMessage(world: ServiceWorld, client: ServiceClient, from: string): Promise<string> {
  const { entries } = await submit(world, client, { from })
  assert.equal((await recordOf(world, client, entries[0]?.smsId as number))?.from, entries[0]?.from)
  return entries[0]?.from as string
}

export const senderCases: readonly ServiceCase[] = [
  {
    name: 'an admin makes messages go out from numbers of its client alone, and is told which they are',
    async run(world, client) {
      const { accounts, address, admin, channelId, clientId, foreign, operator, second } = await setScene(world, client)
      const given = freshNumber()
      await accounts.giveOutgoingNumber(operator, { clientId, number: given })
      const foreignId = (await world.service(Channels).defaultOf(foreign.principal))?.channelId as number
      const foreignShown = freshNumber()
      await accounts.setChannel(operator, { channelId: foreignId, outgoingNumber: foreignShown })
      for (const outgoingNumber of [foreign.address, foreignShown, freshNumber()]) {
        await assert.rejects(
          accounts.setChannel(admin, { channelId, autoResponse: 'Changed', outgoingNumber }),
          ({ category, code, details }: { category: string; code: string; details: Record<string, string> }) => {
            assert.deepEqual(
              [category, code, Object.keys(details)],
              ['invalid', 'invalid-settings', ['outgoingNumber']],
            )
            for (const number of [address, second, given]) assert.ok(details.outgoingNumber?.includes(number))
            return !details.outgoingNumber?.includes(outgoingNumber)
          },
        )
        const [channel] = await accounts.channels(admin, clientId)
        assert.deepEqual([channel?.outgoingNumber, channel?.autoResponse], [null, null])
      }
      assert.equal((await recordOf(world, client, await submitOne(world, client)))?.from, address)
      for (const outgoingNumber of [second, given]) {
        assert.equal((await accounts.setChannel(admin, { channelId, outgoingNumber })).outgoingNumber, outgoingNumber)
        await world.accountsChanged()
        assert.equal((await recordOf(world, client, await submitOne(world, client)))?.from, outgoingNumber)
      }
    },
  },
  {
    name: 'what an operator sets as outgoing number is given by that, and taking it makes channels send as themselves',
    async run(world, client) {
      const { accounts, address, admin, channelId, clientId, operator, second } = await setScene(world, client)
      const number = freshNumber()
      const listed = async () => (await accounts.outgoingNumbers(admin, clientId)).map((each) => each.number)
      assert.deepEqual(await listed(), [address, second].sort())
      await accounts.setChannel(operator, { channelId, outgoingNumber: number })
      assert.deepEqual(await listed(), [address, second, number].sort())
      const [isGiven] = (await accounts.outgoingNumbers(admin, clientId)).filter((each) => each.number === number)
      assert.ok(isGiven?.givenAt instanceof Date)
      await accounts.setChannel(admin, { channelId, outgoingNumber: null })
      await accounts.setChannel(admin, { channelId, outgoingNumber: number })
      await accounts.takeOutgoingNumber(operator, { clientId, number })
      assert.deepEqual(await listed(), [address, second].sort())
      await world.accountsChanged()
      assert.equal((await recordOf(world, client, await submitOne(world, client)))?.from, address)
      await assert.rejects(accounts.setChannel(admin, { channelId, outgoingNumber: number }), { category: 'invalid' })
    },
  },
  {
    name: 'a number given to one client is not given to another',
    async run(world, client) {
      const { accounts, foreign, operator, channelId, admin } = await setScene(world, client)
      const number = freshNumber()
      await accounts.giveOutgoingNumber(operator, { clientId: foreign.principal.clientId, number })
      await assert.rejects(accounts.setChannel(admin, { channelId, outgoingNumber: number }), { category: 'invalid' })
    },
  },
  senderCase('a message', sendMessage),
]
