import assert from 'node:assert/strict'
import { runInThisContext } from 'node:vm'

/** A file of no package: what runs there is the author's, as far as the watch can tell. */
const FILE = '/author/planted.js'

/** What no module may do, each by a name that the watch uses. None of it has an effect. */
const CALLS = `({
  'Date.now()': () => void Date.now(),
  'new Date()': () => void new Date(),
  'fetch': () => void fetch('').catch(() => undefined),
  'the console': () => void process.stdout.write(''),
  'of the process': () => void process.once('planted', () => undefined).removeAllListeners('planted'),
  'a timer of Node': () => void clearTimeout(setTimeout(() => undefined, 0)),
})`

/**
 * Checks the watch before it is trusted, by calls that play a module of an author. `watched` runs a call and returns
 * what the watch had to say. Throws `AssertionError` with the names of calls that it does not see: a kit that sees
 * nothing would pass everything.
 */
export function assertSees(watched: (call: () => void) => readonly string[]): void {
  const calls: Readonly<Record<string, () => void>> = runInThisContext(CALLS, { filename: FILE })
  const unseen = Object.entries(calls).filter(
    ([name, call]) => !watched(call).some((said) => said.includes(name) && said.includes(`at ${FILE}:`)),
  )
  assert.deepEqual(
    unseen.map(([name]) => name),
    [],
    'the kit cannot see what modules do on the side, so it would pass anything: something in this process changed the globals or the stacks of errors before it',
  )
}
