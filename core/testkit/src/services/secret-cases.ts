import assert from 'node:assert/strict'
import { Channels, Secrets } from '@heliograph/contracts'
import type { ServiceCase } from './service-world.ts'

let lastInstance = 0

export const secretCases: readonly ServiceCase[] = [
  {
    name: 'a secret is opened as it was kept, by its instance only',
    async run(world) {
      const secrets = world.service(Secrets)
      const [one, other] = [secrets.of(`secret-${++lastInstance}`), secrets.of(`secret-${++lastInstance}`)]
      assert.equal(await one.open('token'), undefined)
      await one.keep('token', 'first')
      await one.keep('token', 'sécond \u{1F600}')
      assert.deepEqual([await one.open('token'), await other.open('token')], ['sécond \u{1F600}', undefined])
      await one.forget('token')
      assert.equal(await one.open('token'), undefined)
    },
  },
  {
    name: 'secrets that are too long are refused',
    async run(world) {
      const secrets = world.service(Secrets).of('secret')
      for (const [name, text] of [
        ['', 'x'],
        ['x'.repeat(201), 'x'],
        ['x', 'x'.repeat(10_001)],
      ] as const)
        await assert.rejects(secrets.keep(name, text), { category: 'invalid', code: 'bad-secret' })
    },
  },
  {
    name: 'octets are signed with the key of a channel, and with no other',
    async run(world, client) {
      const { sign } = world.service(Secrets)
      const channel = await world.service(Channels).defaultOf(client.principal)
      const channelId = channel?.channelId as number
      const other = await world.addChannel(client.principal.clientId, { number: '27829990001' })
      const octets = Buffer.from('a body')
      const [first] = await sign(channelId, octets)
      assert.equal(first.length, 32)
      assert.deepEqual((await sign(channelId, octets))[0], first)
      assert.notDeepEqual((await sign(channelId, Buffer.from('another')))[0], first)
      assert.notDeepEqual((await sign(other, octets))[0], first)
      await assert.rejects(sign(987_654_321, octets), { category: 'not-found', code: 'channel-not-found' })
    },
  },
]
