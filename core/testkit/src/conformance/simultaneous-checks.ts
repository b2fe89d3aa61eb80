import assert from 'node:assert/strict'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow, succeedingRows } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { holdsKey } from './credential-requests.ts'
import { distinctRows } from './distinct-rows.ts'
import { asStranger } from './isolation-checks.ts'
import { GATEKEEPERS } from './route-checks.ts'
import type { TestRequest } from './test-request.ts'

/** Requests of each of two clients. */
const TIMES = 3

/**
 * Two clients send at the same time: what an instance knows of one request must not be read by another, which comes
 * while the first waits for a service.
 */
export function simultaneousChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.credentials || !suite.module.capabilities.http) return []
  const good = goodRow(suite)
  const rows = good ? [good, ...succeedingRows(suite).filter((row) => row !== good)] : []
  return distinctRows(suite, rows).map((row) => ({
    name: `keeps clients apart that send at the same time: ${row.name}`,
    run: () => checkRow(suite, row),
  }))
}

async function checkRow(suite: AdapterSuite, row: AdapterCase): Promise<void> {
  const inTurn = await effectsOf(suite, row, async (sends) => {
    for (const send of sends) await send()
  })
  if (inTurn === undefined) return
  const atOnce = await effectsOf(suite, row, async (sends) => {
    await Promise.all(sends.map((send) => send()))
  })
  for (const [clientId, { isServed, messages }] of inTurn) {
    const now = atOnce?.get(clientId)
    // More of them are no mix-up: what a request finds to be new, another that comes at the same time may as well.
    assert.ok(
      now !== undefined && now.messages >= messages && (now.isServed || !isServed),
      `two clients that send at the same time are taken for each other: client ${clientId} gets ${now?.messages} messages instead of ${messages}, or is not served at all`,
    )
  }
}

/**
 * What two clients have done, by their ids: messages, and whether services were called on their behalf. Undefined for a
 * row without a key, which anybody may send.
 */
async function effectsOf(
  suite: AdapterSuite,
  row: AdapterCase,
  work: (sends: readonly (() => Promise<unknown>)[]) => Promise<void>,
): Promise<ReadonlyMap<number, Effects> | undefined> {
  const { credentials, module, world } = suite
  return withAdapterKit(module, world, async (kit) => {
    const own = await prepareRow(row, kit)
    const { as, keyForm } = credentials || {}
    if (!as && !holdsKey(world.base ?? {}, own, keyForm)) return undefined
    const requests: readonly TestRequest[] = [own, asStranger(suite, own, kit)]
    const sends = Array.from({ length: TIMES }, () => requests.map((request) => () => kit.request(request))).flat()
    const earlier = { messages: kit.engine.messages.length, calls: kit.asked.calls.length }
    await work(sends)
    const clients = [kit.account.clientId, kit.stranger.clientId]
    return new Map(clients.map((clientId) => [clientId, effectsFor(kit, clientId, earlier)]))
  })
}

interface Effects {
  readonly messages: number
  readonly isServed: boolean
}

function effectsFor(
  kit: AdapterKit,
  clientId: number,
  earlier: { readonly messages: number; readonly calls: number },
): Effects {
  const calls = kit.asked.calls.slice(earlier.calls).filter((call) => call.clientId === clientId)
  return {
    messages: kit.engine.messages.slice(earlier.messages).filter((message) => message.clientId === clientId).length,
    isServed: calls.some(({ name }) => !GATEKEEPERS.test(name)),
  }
}
