import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAdapterConformance } from '@heliograph/testkit'
import { fileCases } from './file-cases.ts'
import { pageCases } from './page-cases.ts'
import { ACCOUNT, portalWeb, SCRIPT } from './pages.ts'

const base = { method: 'GET', path: '/portal/' } as const

runAdapterConformance(portalWeb, {
  packageRoot: new URL('..', import.meta.url),
  config: {},
  account: ACCOUNT,
  base,
  credentials: false,
  cases: [...fileCases, ...pageCases],
  additionalTests: ({ withKit }) => {
    test('answers 304 to who has the same form of a file, and the file to who has another', () =>
      withKit(async (kit) => {
        const ask = (headers: Record<string, string>) => kit.request({ path: SCRIPT, headers })
        const plain = (await ask({})).headers.etag as string
        const brotli = (await ask({ 'accept-encoding': 'br' })).headers.etag as string
        assert.notEqual(plain, brotli)
        for (const known of [plain, `"x", ${plain}`, `W/${plain}`, '*']) {
          const response = await ask({ 'if-none-match': known })
          assert.deepEqual([response.status, response.text, response.headers.etag], [304, '', plain], known)
        }
        for (const known of [brotli, '""', 'x']) assert.equal((await ask({ 'if-none-match': known })).status, 200)
      }))

    test('gives every page a nonce of its own', () =>
      withKit(async (kit) => {
        const nonceOf = async () =>
          /nonce-([^']+)/.exec((await kit.request({})).headers['content-security-policy'] ?? '')?.[1]
        const nonces = new Set([await nonceOf(), await nonceOf(), await nonceOf()])
        assert.equal(nonces.size, 3)
      }))
  },
})
