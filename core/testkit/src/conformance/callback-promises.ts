import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { CallbackCase, CallbackRules } from './callback-checks.ts'
import type { CarrierKit } from './carrier-kit.ts'
import { mapTexts } from './credential-checks.ts'
import { responseDifference } from './expectation.ts'
import type { TestRequest } from './test-request.ts'

/** Opens the links, sets the scene of a row, and makes its request. */
export async function prepare(kit: CarrierKit, row: CallbackCase): Promise<TestRequest> {
  await kit.open()
  await row.before?.(kit)
  return typeof row.request === 'function' ? row.request(kit) : row.request
}

/** Collects what reaches the gateway from now on. */
export function watchInbox({ engine: { inbox } }: CarrierKit) {
  const before = { receipts: inbox.receipts.length, incoming: inbox.incomingParts.length }
  return () => ({
    receipts: inbox.receipts.slice(before.receipts).map(({ receipt }) => receipt),
    incoming: inbox.incomingParts.slice(before.incoming),
  })
}

/** Fails when the network has its answer before the transaction of the gateway ended, however long that takes. */
export async function checkHeld(kit: CarrierKit, row: CallbackCase): Promise<void> {
  const request = await prepare(kit, row)
  const gate = kit.asked.hold()
  let isAnswered = false
  const answer = kit.request(request).finally(() => {
    isAnswered = true
  })
  await kit.until('the gateway to be told', () => gate.waiting > 0 || isAnswered)
  await kit.pass()
  assert.equal(isAnswered, false, 'it is acknowledged before it is stored: a crash would lose it')
  gate.release()
  const problem = responseDifference(await kit.settled(answer), row.response)
  if (problem) assert.fail(problem)
}

/** Fails when a receipt has another id than the request; one that is refused has none. */
export async function checkId(
  kit: CarrierKit,
  row: CallbackCase,
  id: string,
  sign: CallbackRules['sign'] = (request) => request,
): Promise<void> {
  const request = await prepare(kit, row)
  const reported = watchInbox(kit)
  await kit.settled(kit.request(request))
  const [first] = reported().receipts
  if (first === undefined) return
  const changed = mapTexts(request, (text) => text.replaceAll(first.networkId, () => id))
  if (
    isDeepStrictEqual(
      changed,
      mapTexts(request, (text) => text),
    )
  )
    return
  const reportedAnew = watchInbox(kit)
  await kit.settled(kit.request(sign(changed)))
  const [second] = reportedAnew().receipts
  if (second) assert.equal(second.networkId, id, `the network's id ${id} became ${second.networkId}`)
}
