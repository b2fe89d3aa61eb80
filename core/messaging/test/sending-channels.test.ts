import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Channel } from '@heliograph/contracts'
import { chooseChannel, type SendingChannels, senderForRecipient, sendingChannels } from '../src/index.ts'

describe('the channel a message goes out from', () => {
  const channel = (channelId: number, address: string, isDefault = false): Channel => ({
    channelId,
    clientId: 1001,
    kind: /^\d+$/.test(address) ? 'number' : 'sender',
    address,
    enabled: true,
    isDefault,
  })
  const channels = [channel(1, '27820000001'), channel(2, 'ACME'), channel(3, 'SHOP', true)]
  const cases: readonly [string, SendingChannels, string | undefined, number | undefined][] = [
    ['the one named', sendingChannels(channels, null), 'ACME', 2],
    ['a number with a plus', sendingChannels(channels, null), '+27820000001', 1],
    ['the default for an unknown name', sendingChannels(channels, null), 'OTHER', 3],
    ['the default in another case', sendingChannels(channels, null), 'acme', 3],
    ['the default without a name', sendingChannels(channels, null), undefined, 3],
    ["the user's own before the default", sendingChannels(channels, 2), undefined, 2],
    ["the one named before the user's own", sendingChannels(channels, 2), 'SHOP', 3],
    ['the default when the own one is not enabled', sendingChannels(channels, 9), undefined, 3],
    ['the oldest without an enabled default', sendingChannels(channels.slice(0, 2), null), undefined, 1],
    ['none without any', sendingChannels([], null), 'ACME', undefined],
  ]
  for (const [name, sending, from, expected] of cases) {
    test(name, () => assert.equal(chooseChannel(sending, from)?.channelId, expected))
  }
})

describe('the sender of a pool', () => {
  const pool = ['27820000001', '27820000002', 'ACME', 'SHOP']
  const recipients = Array.from({ length: 400 }, (_, index) => `2783${String(1_000_000 + index)}`)
  const shares = (senders: readonly string[]) => recipients.map((each) => senderForRecipient(senders, each) as string)

  test('is the same for a recipient, whatever the order', () => {
    assert.deepEqual(shares(pool.toReversed()), shares(pool))
  })

  test('each has its share of the recipients', () => {
    for (const sender of pool) {
      const share = shares(pool).filter((each) => each === sender).length
      assert.ok(share > 60 && share < 140, `${sender} has ${share} of 400`)
    }
  })

  test('one that leaves moves no recipients but its own', () => {
    const before = shares(pool)
    for (const [index, sender] of shares(pool.slice(0, 3)).entries())
      if (before[index] !== 'SHOP') assert.equal(sender, before[index])
  })

  test('an empty pool has none', () => {
    assert.equal(senderForRecipient([], '27831000000'), undefined)
  })
})
