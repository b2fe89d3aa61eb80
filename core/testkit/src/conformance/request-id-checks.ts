import assert from 'node:assert/strict'
import { INJECTED_REQUEST_ID } from '@heliograph/http'
import { withAdapterKit } from './adapter-kit.ts'
import { type AdapterSuite, goodRow, prepareRow } from './adapter-suite.ts'
import type { Check } from './check.ts'

/**
 * What an interface submits over HTTP carries the id of its request (`SubmitRequest.requestId`), so that a client who
 * names a request can be told what became of its messages.
 */
export function requestIdChecks(suite: AdapterSuite): readonly Check[] {
  const row = goodRow(suite)
  if (!row || !suite.module.capabilities.http || !suite.module.capabilities.submit) return []
  const run = () =>
    withAdapterKit(suite.module, { ...suite.world, over: 'router' }, async (kit) => {
      const request = await prepareRow(row, kit)
      const before = kit.engine.messages.length
      await kit.request(request)
      const ids = kit.engine.messages.slice(before).map(({ requestId }) => requestId)
      assert.deepEqual(
        ids,
        ids.map(() => INJECTED_REQUEST_ID),
        'messages are submitted without the `requestId` of the request',
      )
    })
  return [{ name: `names the request that its messages came by: ${row.name}`, run }]
}
