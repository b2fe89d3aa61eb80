import assert from 'node:assert/strict'
import type { AnyPluginModule, CarrierKit } from './carrier-kit.ts'
import type { Check } from './check.ts'
import { type HttpFailureOptions, runScene } from './http-failure-checks.ts'

/** Of the clock, far less than any time-out of a request. */
const PROMPT_MS = 2_000

/** What must end although the network does not answer: a stop, and the closing of a link, whose signal ends. */
export function hangingChecks(module: AnyPluginModule, options: HttpFailureOptions): readonly Check[] {
  if (!options.http) return []
  const ending = (name: string, work: (kit: CarrierKit, end: AbortController) => Promise<unknown>) => ({
    name: `${name} ends with its signal, though the network does not answer`,
    run: () =>
      runScene(module, options, async ({ kit, tap }) => {
        tap.spoil(() => 'silence')
        await checkEnding(kit, (end) => work(kit, end))
      }),
  })
  return [
    ending('a stop', (kit, { signal }) => kit.stop(signal)),
    ending('a stop whose time is over', (kit, end) => {
      end.abort()
      return kit.stop(end.signal)
    }),
    ending('the closing of a link', async ({ carrier }, { signal }) => carrier.links[0]?.close?.(signal)),
  ]
}

async function checkEnding(kit: CarrierKit, work: (end: AbortController) => Promise<unknown>): Promise<void> {
  const [link] = kit.carrier.links
  assert.ok(link, 'a carrier has at least one link')
  const answer = link.submit(kit.message())
  await kit.until('the request for a message', () => kit.http.unanswered > 0)
  const end = new AbortController()
  const isOver = work(end)
  end.abort()
  const began = kit.clock.now()
  await kit.settled(isOver)
  const elapsed = kit.clock.now() - began
  assert.ok(elapsed <= PROMPT_MS, `it took ${elapsed} ms after its signal: give requests up by their \`signal\``)
  const outcomes = await kit.settled(answer)
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['unknown'],
    'the request had gone out, so the network may have taken the message',
  )
}
