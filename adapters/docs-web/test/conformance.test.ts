import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAdapterConformance, withAdapterKit } from '@heliograph/testkit'
import { cases } from './cases.ts'
import { ACCOUNT, docsWeb, unbuilt } from './site.ts'

const base = { method: 'GET', path: '/docs/' } as const

runAdapterConformance(docsWeb, {
  packageRoot: new URL('..', import.meta.url),
  config: {},
  account: ACCOUNT,
  base,
  credentials: false,
  cases,
})

test('says how to build what is not there', () =>
  withAdapterKit(unbuilt, { config: {}, account: ACCOUNT, base }, async (kit) => {
    const response = await kit.request({})
    assert.equal(response.status, 503)
    assert.match(response.text, /pnpm --filter @heliograph\/docs build/)
    assert.deepEqual(kit.adapter.health?.(), { status: 'degraded', reason: 'the documentation has not been built' })
    const [finding] = (await kit.adapter.check?.(new AbortController().signal)) ?? []
    assert.equal(finding?.ok, false)
    assert.match(finding?.remedy ?? '', /build/)
  }))
