import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Brand } from '@heliograph/contracts'
import { runAdapterConformance, withAdapterKit } from '@heliograph/testkit'
import { fileCases } from './file-cases.ts'
import { pageCases } from './page-cases.ts'
import { ACCOUNT, portalWeb, SCRIPT } from './pages.ts'

const BRAND: Brand = {
  name: 'A & <b> $&',
  logo: { type: 'image/svg+xml', octets: Buffer.from('<svg/>') },
  icon: { type: 'image/png', octets: Buffer.from('png') },
  palette: undefined,
}

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

    test('shows the brand of the deployment in every page, with its images under names of their own', () =>
      withAdapterKit(portalWeb, { config: {}, account: ACCOUNT, base, brand: BRAND }, async (kit) => {
        for (const path of ['/portal/', '/portal/log-in', '/portal/messages/1']) {
          const { text } = await kit.request({ path })
          assert.ok(!text.includes('Heliograph') && !text.includes('logo.svg'), text)
          assert.match(text, /<title>A &amp; &lt;b&gt; \$&amp;<\/title>/)
          const [, logo = ''] = /&quot;logo&quot;:&quot;(.*?)&quot;/.exec(text) ?? []
          const [, icon = ''] = /<link rel="icon" type="image\/png" href="(.*?)" \/>/.exec(text) ?? []
          for (const [address, type, octets] of [
            [logo, 'image/svg+xml; charset=utf-8', '<svg/>'],
            [icon, 'image/png', 'png'],
          ] as const) {
            const image = await kit.request({ path: address })
            const { 'content-type': contentType, 'content-security-policy': policy, etag } = image.headers
            assert.deepEqual([image.status, contentType, image.text], [200, type, octets])
            assert.equal(policy, "default-src 'none'; frame-ancestors 'none'; sandbox")
            assert.match(image.headers['cache-control'] ?? '', /immutable/)
            const again = await kit.request({ path: address, headers: { 'if-none-match': etag as string } })
            assert.equal(again.status, 304)
          }
        }
        assert.equal((await kit.request({ path: '/portal/brand/other.svg' })).status, 404)
        assert.match((await kit.request({ path: '/portal/assets/none.js' })).text, /<title>A &amp; .*: 404<\/title>/)
      }))
  },
})
