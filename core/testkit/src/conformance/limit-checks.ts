import assert from 'node:assert/strict'
import { createAdapterKit } from './adapter-kit.ts'
import type { AdapterSuite } from './adapter-suite.ts'
import type { Check } from './check.ts'

/** The most octets that one request may have a gateway keep in memory; 10,000 recipients need less. */
const MOST_OCTETS = 8 * 1024 * 1024

/** Strangers may send what a route takes: body limits have an upper bound. */
export function limitChecks(suite: AdapterSuite): readonly Check[] {
  if (!suite.module.capabilities.http) return []
  return [
    {
      name: 'takes no bodies above 8 MiB',
      async run() {
        const { adapter } = await createAdapterKit(suite.module, suite.world)
        for (const { method, path, bodyLimit = 0 } of adapter.routes ?? []) {
          assert.ok(bodyLimit <= MOST_OCTETS, `${method} ${path} takes bodies of ${bodyLimit} octets`)
        }
      },
    },
  ]
}
