import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineService, Instances } from '@heliograph/contracts'
import { Type } from 'typebox'
import { createTestHost, fakeAdapter, fakePlugin } from './host-fixture.ts'

const Rates = defineService<{ rate(): number }>('rates.table')

const command = { name: 'show', summary: 'Show it.', values: Type.Object({}), run: async () => 0 }

interface Row {
  readonly name: string
  readonly only: string
  readonly planned: readonly string[]
}

const ROWS: readonly Row[] = [
  { name: 'an instance that needs only what the gateway offers', only: 'alone', planned: ['alone'] },
  { name: 'an instance that needs another one', only: 'needy', planned: ['needy', 'rates', 'alone'] },
  { name: 'an instance that is not there', only: 'nowhere', planned: ['needy', 'rates', 'alone'] },
]

for (const { name, only, planned } of ROWS) {
  test(`planning ${name} loads what it needs`, async (context) => {
    const { host } = await createTestHost(context, {
      yaml: 'instances: { needy: { use: needy }, rates: { use: rates }, alone: { use: alone } }',
      packages: {
        needy: fakePlugin({ deps: { rates: Rates }, create: () => ({ commands: [command] }) }),
        rates: fakePlugin({ create: () => ({ provides: [{ token: Rates, service: { rate: () => 1 } }] }) }),
        alone: fakePlugin({ deps: { instances: Instances }, create: () => ({ commands: [command] }) }),
      },
      only,
    })
    assert.deepEqual(
      (await host.plan()).map(({ id }) => id),
      planned,
    )
    host.create()
    assert.deepEqual(host.commands.get(only), planned.includes(only) ? [command] : undefined)
  })
}

test('adapters have no commands', async (context) => {
  const { host } = await createTestHost(context, { overrides: ['instances.a.use=a'], packages: { a: fakeAdapter() } })
  await host.plan()
  host.create()
  assert.deepEqual([...host.commands], [])
})
