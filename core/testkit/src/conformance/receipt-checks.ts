import assert from 'node:assert/strict'
import type { NetworkReceipt } from '@heliograph/contracts'
import { type AnyPluginModule, type CarrierKit, type CarrierWorld, withCarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { assertAccepted, networkIdOf } from './link-checks.ts'
import { INSTANCE_ID } from './read-config.ts'

const FINAL: readonly NetworkReceipt['status'][] = [
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'deleted',
  'unknown',
]

/** The contract's rules for receipts, for carriers whose test network sends them. */
export function receiptChecks(module: AnyPluginModule, world: CarrierWorld): readonly Check[] {
  const withKit = (work: (kit: CarrierKit) => Promise<void>) => async () => {
    await withCarrierKit(module, world, work)
  }
  return [
    { name: 'every part gets its one final receipt, as the link says', run: withKit(checkReceipts) },
    { name: 'a receipt that the gateway cannot take comes again', run: withKit(checkRefusedReceipt) },
  ]
}

async function checkReceipts(kit: CarrierKit): Promise<void> {
  await kit.open()
  const expected: string[] = []
  for (const link of kit.carrier.links) {
    const parts = Math.min(3, link.window)
    const outcomes = await kit.submit(link, kit.message({ parts, text: 'x'.repeat(parts * 153) }))
    assertAccepted(outcomes)
    const ids = outcomes.flatMap(networkIdOf)
    const reported = { all: ids, first: ids.slice(0, 1), last: ids.slice(-1), none: [] }
    expected.push(...reported[link.receipts])
  }
  await kit.until(`receipts for ${expected.length} parts`, () => finalReceipts(kit).length >= expected.length)
  for (const { receipt } of kit.engine.inbox.receipts) assertReceipt(receipt)
  assert.deepEqual(
    finalReceipts(kit)
      .map(({ networkId }) => networkId)
      .sort(),
    [...expected].sort(),
    'receipts and accepted parts differ',
  )
}

async function checkRefusedReceipt(kit: CarrierKit): Promise<void> {
  await kit.open()
  const link = kit.carrier.links.find(({ receipts }) => receipts !== 'none')
  if (!link) return
  kit.engine.failNext('unavailable', 'network')
  assertAccepted(await kit.submit(link, kit.message()))
  await kit.until('a receipt to be refused', () => kit.engine.waitingFaults === 0)
  await kit.until('the receipt to come again', () => finalReceipts(kit).length === 1)
}

function finalReceipts(kit: CarrierKit): readonly NetworkReceipt[] {
  return kit.engine.inbox.receipts.map(({ receipt }) => receipt).filter(({ status }) => FINAL.includes(status))
}

function assertReceipt(receipt: NetworkReceipt): void {
  assert.equal(receipt.carrier, INSTANCE_ID, 'a receipt names its carrier by the id of the instance')
  assert.ok(receipt.networkStatus, "a receipt has the network's word")
  assert.ok(!Number.isNaN(receipt.doneAt.getTime()), 'a receipt has a time')
  if (receipt.to !== undefined) assert.match(receipt.to, /^\d+$/, 'the recipient of a receipt is in digits')
  if (receipt.text !== undefined) assert.equal(typeof receipt.text, 'string', 'the text of a receipt is a text')
}
