import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { systemClock } from '../src/index.ts'

test('the system clock tells the time and calls once', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 })
  const calls: number[] = []
  systemClock.after(50, () => calls.push(systemClock.now()))
  const cancel = systemClock.after(60, () => calls.push(-1))
  context.mock.timers.tick(49)
  assert.deepEqual(calls, [])
  context.mock.timers.tick(1)
  cancel()
  context.mock.timers.tick(1_000)
  assert.deepEqual(calls, [1_050])
})

test('delays beyond the reach of setTimeout are kept, and can be cancelled on the way', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 })
  const days = 24 * 60 * 60 * 1_000
  const calls: number[] = []
  systemClock.after(60 * days, () => calls.push(60))
  const cancel = systemClock.after(61 * days, () => calls.push(61))
  for (let day = 1; day < 60; day += 1) context.mock.timers.tick(days)
  assert.deepEqual(calls, [])
  cancel()
  for (let day = 0; day < 5; day += 1) context.mock.timers.tick(days)
  assert.deepEqual(calls, [60])
})

test('a pending timer does not keep the process alive', () => {
  const source = new URL('../src/system-clock.ts', import.meta.url).href
  const program = `import { systemClock } from '${source}'; systemClock.after(3_600_000, () => {}); console.log('done')`
  const args = [
    '--conditions=@heliograph/source',
    '--import',
    '@heliograph/tsx',
    '--input-type=module',
    '--eval',
    program,
  ]
  const result = spawnSync(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    timeout: 60_000,
    encoding: 'utf8',
  })
  assert.equal(result.status, 0, result.stderr)
  assert.equal(result.stdout, 'done\n')
})
