import assert from 'node:assert/strict'
import type { InjectedRequest } from '@heliograph/http'
import { bestAttempt } from '../longest-block.ts'
import type { AdapterCase } from './adapter-case.ts'
import { type AdapterKit, withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'
import { bareSender, MOST_MS } from './price-checks.ts'
import { mergeRequests, toInjectedRequest } from './test-request.ts'
import { type TextField, textFields } from './text-fields.ts'
import { type WorstText, worstTexts } from './worst-texts.ts'

/**
 * Octets of the texts that are tried first. What is quadratic shows at the first size already, before it would take
 * minutes, and at the second one even when a step is cheap.
 */
const FIRST_OCTETS = [16 * 1024, 128 * 1024]

/**
 * How many texts are tried at the second size, and how many at the full one: those that took the longest before. What
 * is quadratic at a hundredth of a nanosecond a step is among these after the first size: it takes ten times as long as
 * what is not.
 */
const SLOWEST = [16, 3]

/** Between requests, so that no limit on requests refuses them unread. */
const PAUSE_MS = 60_000

/**
 * The good row, and the first one that succeeds with a body, with worst texts in each place where a client writes a
 * text: none of them may keep the event loop to itself for more than 50 ms, however long the interface lets it be.
 */
export function textChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.module.capabilities.http) return []
  const rows = [goodRow(suite), suite.cases.find((row) => isGoodBody(suite, row))].filter((row) => row !== undefined)
  return [...new Set(rows)].map((row) => ({
    name: `no worst text blocks the event loop: ${row.name}`,
    run: () => checkRow(suite, row),
  }))
}

function isGoodBody({ world }: AdapterSuite, { request, expect }: AdapterCase): boolean {
  if (typeof request === 'function' || typeof expect === 'function' || expect.status >= 400) return false
  return (toInjectedRequest(mergeRequests(world.base ?? {}, request)).body?.length ?? 0) > 0
}

async function checkRow(suite: AdapterSuite, row: AdapterCase): Promise<void> {
  const names = await withKit(suite, row, async (_kit, fields) => new Set(fields.map(({ name }) => name)))
  for (const each of names) {
    await withKit(suite, row, async (kit, fields) => {
      const field = fields.find(({ name }) => name === each)
      if (field) await checkField(kit, field)
    })
  }
}

async function checkField(kit: AdapterKit, field: TextField): Promise<void> {
  const send = senderOf(kit)
  const sizes = [...FIRST_OCTETS.filter((octets) => octets < field.room), field.room]
  let names: readonly string[] | undefined
  for (const [index, octets] of sizes.entries()) {
    const texts = worstTexts(octets, (text) => field.measure(text))
    const tried = names?.slice(0, SLOWEST[index - 1])
    names = await slowestFirst(
      send,
      field,
      texts.filter(({ name }) => tried?.includes(name) ?? true),
    )
  }
}

/** Tries texts, and returns their names by the time they took, the longest first. */
async function slowestFirst(send: Send, field: TextField, texts: readonly WorstText[]): Promise<readonly string[]> {
  const times: { readonly name: string; readonly longest: number }[] = []
  for (const text of texts) {
    const longest = await longestFor(send, field, text)
    if (longest > MOST_MS) fail(field, text, longest)
    times.push({ name: text.name, longest })
  }
  return times.sort((a, b) => b.longest - a.longest).map(({ name }) => name)
}

async function longestFor(send: Send, field: TextField, { text }: WorstText): Promise<number> {
  const request = field.with(text)
  return request === undefined ? 0 : bestAttempt(() => send(request), MOST_MS)
}

type Send = (request: InjectedRequest) => Promise<void>

function senderOf(kit: AdapterKit): Send {
  const send = bareSender(kit)
  return async (request) => {
    kit.engine.clock.advance(PAUSE_MS)
    await send(request)
    assert.deepEqual(kit.log.at('error'), [], 'the request failed inside')
  }
}

function fail({ name }: TextField, { name: kind, text }: WorstText, longest: number): never {
  assert.fail(`${name}: ${text.length} characters of ${kind} block the event loop for ${Math.round(longest)} ms`)
}

/** Each field has a world of its own, so that what one of them has stored does not slow down the next one. */
function withKit<T>(
  suite: AdapterSuite,
  row: AdapterCase,
  work: (kit: AdapterKit, fields: readonly TextField[]) => Promise<T>,
): Promise<T> {
  return withAdapterKit(suite.module, suite.world, async (kit) => {
    const request = toInjectedRequest(mergeRequests(suite.world.base ?? {}, await prepareRow(row, kit)))
    return work(kit, textFields(request, kit.adapter.routes ?? []))
  })
}
