import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adapter, CheckFinding, Plugin } from '@heliograph/contracts'
import { createManualClock } from '@heliograph/testkit'
import { createTestHost, fakeAdapter, fakePlugin } from './host-fixture.ts'

const good: CheckFinding = { name: 'peer', ok: true, message: 'answers' }
const bad: CheckFinding = { name: 'peer', ok: false, message: 'does not answer', remedy: 'Start it.' }
const fault = { name: 'check', ok: false, remedy: 'This is a bug in the package: report it to its author.' }

/** What a module's check does, and what is reported about it. */
const ROWS: readonly (readonly [string, Adapter['check'], readonly CheckFinding[]])[] = [
  ['no check', undefined, []],
  ['nothing to tell', async () => [], []],
  ['findings', async () => [good, bad], [good, bad]],
  ['a rejection', async () => Promise.reject(new Error('oops')), [{ ...fault, message: 'The check failed: oops' }]],
  [
    'a throw',
    () => {
      throw new Error('oops')
    },
    [{ ...fault, message: 'The check failed: oops' }],
  ],
]

for (const [what, check, findings] of ROWS)
  test(`check: ${what} of one instance, beside another`, async (context) => {
    const packages = {
      adapter: fakeAdapter({ create: () => ({ check }) as Adapter }),
      plugin: fakePlugin({ create: (): Plugin => ({ check: async () => [good] }) }),
    }
    const yaml = 'instances: { a: { use: adapter }, p: { use: plugin } }'
    const { host } = await createTestHost(context, { yaml, packages })
    await host.plan()
    host.create()
    assert.deepEqual(await host.check(), [
      ...findings.map((finding) => ({ ...finding, instance: 'a' })),
      { ...good, instance: 'p' },
    ])
  })

test('check: one that never ends is given up, and told to end', async (context) => {
  const clock = createManualClock(0)
  let given: AbortSignal | undefined
  const slow = fakeAdapter({
    create: () => ({
      check: (signal) => {
        given = signal
        return new Promise(() => {})
      },
    }),
  })
  const { host } = await createTestHost(context, { yaml: 'instances: { a: { use: slow } }', packages: { slow }, clock })
  await host.plan()
  host.create()
  const checking = host.check()
  await new Promise(setImmediate)
  clock.advance(15_000)
  assert.deepEqual(await checking, [{ ...fault, message: 'The check failed: not done within 15 s', instance: 'a' }])
  assert.equal(given?.aborted, true)
})
