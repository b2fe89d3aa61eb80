import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createHttpServer, createRouter, describeServerKind, resolveServerKind } from '../src/index.ts'

const module = new URL('../src/server/server-kind.ts', import.meta.url)

describe('server kind without a native server', () => {
  it('is node where the package has no binary for this Node, without a word on the console', async (test) => {
    const versions = Object.getOwnPropertyDescriptor(process, 'versions') as PropertyDescriptor
    test.after(() => Object.defineProperty(process, 'versions', versions))
    Object.defineProperty(process, 'versions', { ...versions, value: { ...process.versions, modules: '1' } })
    const warn = test.mock.method(console, 'warn', () => {})
    assert.equal(await resolveServerKind('auto'), 'node')
    assert.equal(await resolveServerKind('node'), 'node')
    const remedy = /no native binary for Node .*Set the listener's server to 'node' or 'auto'/
    await assert.rejects(resolveServerKind('uws'), remedy)
    const server = createHttpServer({ kind: 'uws', router: createRouter([]), host: '127.0.0.1', port: 0 })
    await assert.rejects(server.listen(), remedy)
    assert.equal(warn.mock.callCount(), 0)
  })

  it('is node where the package answers with its imitation', async () => {
    const script = `import { resolveServerKind } from ${JSON.stringify(module.href)}
      const failed = await resolveServerKind('uws').catch((error) => error.message)
      console.error(await resolveServerKind('auto'), failed)`
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [
        ...process.execArgv.filter((argument) => !argument.startsWith('--test')),
        '--input-type=module',
        '--eval',
        script,
      ],
      { env: { ...process.env, UWS_USE_FALLBACK: 'true' } },
    )
    assert.match(stderr, /^node The HTTP server 'uws' is not available here/m)
  })
})

describe('what operators are told of the server', () => {
  const here = `Node ${process.versions.node.split('.')[0]} on ${process.platform}-${process.arch}`
  const rows = [
    { wanted: 'auto', got: 'uws', text: /^uws \(native, uWebSockets\.js \d+\.\d+\.\d+[^ ]*\)$/ },
    { wanted: 'uws', got: 'uws', text: /^uws \(native/ },
    {
      wanted: 'auto',
      got: 'node',
      text: new RegExp(`^node \\(uWebSockets\\.js \\d[^ ]* has no working binary for ${here}\\)$`),
    },
    { wanted: 'node', got: 'node', text: /^node \(node:http\)$/ },
  ] as const
  for (const { wanted, got, text } of rows)
    it(`${wanted} that came to be ${got}`, () => assert.match(describeServerKind(wanted, got), text))
})
