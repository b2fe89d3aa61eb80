import assert from 'node:assert/strict'
import type { PluginKit } from './plugin-kit.ts'

/** Of the clock, far less than any time-out of a request. */
const PROMPT_MS = 2_000
/** Silences for the requests that may be made until the stop. */
const SILENCES = 20

/**
 * Fails when a stop whose signal ends waits for a server that does not answer; `begin` makes the plugin call one, if it
 * calls any.
 */
export async function checkHanging(kit: PluginKit, begin: () => void | Promise<void>): Promise<void> {
  const earlier = kit.http.requests.length
  kit.http.script(...Array.from({ length: SILENCES }, () => 'silence' as const))
  await begin()
  await kit.until('a little time', afterTurns())
  if (kit.http.requests.length === earlier) return
  const end = new AbortController()
  const stopped = kit.stop(end.signal)
  end.abort()
  const began = kit.clock.now()
  await kit.settled(stopped)
  const elapsed = kit.clock.now() - began
  assert.ok(elapsed <= PROMPT_MS, `a stop took ${elapsed} ms after its signal: give requests up by their \`signal\``)
}

/** True a few turns of the loop later. */
function afterTurns(): () => boolean {
  let turns = 0
  return () => ++turns > 3
}
