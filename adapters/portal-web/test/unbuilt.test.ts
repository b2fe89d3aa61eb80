import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withAdapterKit } from '@heliograph/testkit'
import { ACCOUNT, portalWeb, unbuilt } from './pages.ts'

const base = { method: 'GET', path: '/portal/' } as const

test('says how to build what is not there', () =>
  withAdapterKit(unbuilt, { config: {}, account: ACCOUNT, base }, async (kit) => {
    const response = await kit.request({})
    assert.equal(response.status, 503)
    assert.match(response.text, /pnpm --filter @heliograph\/portal build/)
    assert.deepEqual(kit.adapter.health?.(), {
      status: 'degraded',
      reason: 'the pages of the portal have not been built',
    })
    const [finding] = (await kit.adapter.check?.(new AbortController().signal)) ?? []
    assert.equal(finding?.ok, false)
    assert.match(finding?.remedy ?? '', /build/)
  }))

test('leads from the address alone to the portal where it is told to', () =>
  withAdapterKit(portalWeb, { config: { root: true }, account: ACCOUNT, base }, async (kit) => {
    const response = await kit.request({ path: '/' })
    assert.deepEqual([response.status, response.headers.location], [302, '/portal/'])
  }))
