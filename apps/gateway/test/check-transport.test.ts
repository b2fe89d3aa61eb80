import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Adapter } from '@heliograph/contracts'
import { loadConfiguration } from '@heliograph/runtime'
import { checkTransport } from '../src/check/check-transport.ts'
import type { GatewayConfiguration } from '../src/settings.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-transport-'))
})
after(() => rm(folder, { recursive: true }))

const route = (path: string) => ({ method: 'GET', path, handler: () => ({ status: 200 }) }) as const
const adapters: ReadonlyMap<string, Adapter> = new Map([
  ['portal', { routes: [route('/portal/*')] }],
  ['v2', { routes: [route('/sms/2/text')] }],
])
const INSTANCES = 'instances: { portal: { use: portal }, v2: { use: v2 } }'
const TLS = 'tls: { certFile: c.pem, keyFile: k.pem }'

const TLS_ONLY = /It is http:.* listener http speaks TLS/
const PLAIN_ONLY = /It is https:.* listener http has neither TLS nor trusted proxies/

const ROWS: readonly (readonly [name: string, lines: readonly string[], warns: RegExp | undefined])[] = [
  ['no public URL', ['http: {}'], undefined],
  ['no public URL, with TLS', [`http: { ${TLS} }`], undefined],
  ['http, plain', ['publicUrl: http://a.example', 'http: {}'], undefined],
  ['https, with TLS', ['publicUrl: https://a.example', `http: { ${TLS} }`], undefined],
  ['https, behind a proxy', ['publicUrl: https://a.example', 'http: { trustedProxies: [10.0.0.1] }'], undefined],
  ['http, behind a proxy', ['publicUrl: http://a.example', 'http: { trustedProxies: [10.0.0.1] }'], undefined],
  ['http, with TLS', ['publicUrl: http://a.example', `http: { ${TLS} }`], TLS_ONLY],
  ['https, plain', ['publicUrl: https://a.example', 'http: {}'], PLAIN_ONLY],
  [
    'https, plain, and TLS on a listener without the portal',
    ['publicUrl: https://a.example', 'http: {}', `listeners: { other: { port: 1, ${TLS}, instances: [v2] } }`],
    PLAIN_ONLY,
  ],
  [
    'https, plain, and TLS on another listener of the portal',
    ['publicUrl: https://a.example', 'http: {}', `listeners: { other: { port: 1, ${TLS}, instances: [portal] } }`],
    undefined,
  ],
  [
    'no public URL, the portal on another listener with TLS',
    ['http: { instances: [v2] }', `listeners: { other: { port: 1, ${TLS}, instances: [portal] } }`],
    /It is http:.* listener listeners\.other speaks TLS/,
  ],
  ['https, plain, without a portal', ['publicUrl: https://a.example', 'http: { instances: [v2] }'], undefined],
]

describe('publicUrl and the listeners of the portal', () => {
  for (const [name, lines, warns] of ROWS) {
    test(`${name}: ${warns === undefined ? 'nothing to say' : 'a warning'}`, async () => {
      const file = join(folder, 'heliograph.yaml')
      await writeFile(file, [...lines, INSTANCES].join('\n'))
      const configuration = await loadConfiguration({ file, env: {}, overrides: [], sections: {} })
      const found = checkTransport(configuration as unknown as GatewayConfiguration, adapters)
      if (warns === undefined) {
        assert.deepEqual(found, [])
        return
      }
      const [finding] = found
      assert.equal(found.length, 1)
      assert.deepEqual([finding?.ok, finding?.warning], [true, true])
      assert.match(finding?.message ?? '', warns)
      assert.match(finding?.remedy ?? '', /publicUrl/)
      assert.ok(finding?.name.startsWith(`publicUrl (${file}`), finding?.name)
    })
  }
})
