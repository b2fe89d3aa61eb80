import assert from 'node:assert/strict'
import { createAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow } from './adapter-suite.ts'
import type { Check } from './check.ts'

/** The declared capabilities of an adapter and its parts must agree. */
export function capabilityChecks(suite: AdapterSuite): readonly Check[] {
  const { capabilities } = suite.module
  return [
    {
      name: capabilities.http ? 'has routes and a form for errors' : 'has no routes',
      async run() {
        const { adapter } = await createAdapterKit(suite.module, suite.world)
        assert.equal((adapter.routes?.length ?? 0) > 0, capabilities.http, 'routes and the capability http disagree')
        if (capabilities.http) assert.equal(typeof adapter.formatError, 'function', 'formatError is missing')
      },
    },
    {
      name: 'its table shows what it promises',
      run() {
        if (!capabilities.http) return
        const row = goodRow(suite)
        assert.ok(row, 'no row of the table succeeds')
        const submits = typeof row.expect !== 'function' && (row.expect.submitted?.length ?? 0) > 0
        assert.equal(submits, capabilities.submit, 'rows with `submitted` and the capability submit disagree')
      },
    },
    {
      name: 'its table shows a request with several recipients',
      run() {
        if (!capabilities.http || !capabilities.submit || !suite.severalRecipients) return
        const counts = suite.cases.map(({ expect }) =>
          typeof expect === 'function' ? 0 : (expect.submitted?.length ?? 0),
        )
        assert.ok(
          counts.some((count) => count > 1),
          'no row has several messages in `submitted`; where there is no such request, say `severalRecipients: false`',
        )
      },
    },
    {
      name: 'its table shows how clients read what they may read',
      run() {
        if (!capabilities.http || capabilities.receipts !== 'poll') return
        assert.ok(suite.reads.length > 0, 'clients ask for receipts (receipts: poll), but `reads` has no case for it')
      },
    },
    {
      name: 'every row has a name of its own',
      run() {
        const names = [...suite.cases, ...suite.reads].map(({ name }) => name)
        assert.deepEqual(
          names.filter((name, index) => names.indexOf(name) !== index),
          [],
        )
      },
    },
  ]
}
