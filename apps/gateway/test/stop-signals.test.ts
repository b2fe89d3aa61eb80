import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listenForStop } from '../src/stop-signals.ts'

// A process that never stops on its own: only a second signal ends it.
test('one signal asks, a second one ends, and echoes of the first do not count', async (t) => {
  const script = fileURLToPath(new URL('./support/never-stops.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const heard = async (expected: string): Promise<void> => assert.equal((await lines.next()).value, expected)
  await heard('ready')
  // It has no terminal that could have been closed.
  child.kill('SIGHUP')
  await heard('asked to reload')
  child.kill('SIGINT')
  // The process sends the echo to itself.
  await heard('asked to stop by SIGINT')
  await heard('still here')
  child.kill('SIGINT')
  assert.deepEqual(await once(child, 'exit'), [130, null])
})

for (const [name, atTheStart, now, meaning] of [
  ['its terminal was closed', true, false, 'stop'],
  ['its terminal is still there', true, true, 'reload'],
  ['it never had one', false, false, 'reload'],
] as const)
  test(`SIGHUP asks for a ${meaning} when ${name}`, () => {
    const answers = [atTheStart, now]
    let reloads = 0
    const others = process.listeners('SIGHUP')
    const signals = listenForStop({ onReload: () => reloads++, isOnTerminal: () => answers.shift() ?? now })
    for (const listener of process.listeners('SIGHUP')) if (!others.includes(listener)) listener('SIGHUP')
    signals.dispose()
    assert.deepEqual([signals.signal.aborted, reloads], meaning === 'stop' ? [true, 0] : [false, 1])
  })
