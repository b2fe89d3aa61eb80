import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeSchema } from '@heliograph/config'
import { engineSections } from '@heliograph/engine'
import { runtimeSections } from '@heliograph/runtime'
import { type FakeSmsc, startFakeSmsc } from '@heliograph/testkit'
import { parse } from 'yaml'
import { runJsonHere } from './support/cli-here.ts'
import { makeDataDir } from './support/gateway-process.ts'
import { type MailRelay, startMailRelay } from './support/mail-relay.ts'

// The configurations that come with the package: they load, their packages exist, and comments explain their keys.

const FOLDER = fileURLToPath(new URL('../../../configs/gateway/', import.meta.url))
const FILES = ['demo.yaml', 'production.yaml', 'cluster.yaml']

/** Settings that only the operator can give: database, key, networks, and ports that are free here. */
const OVERRIDES = [
  'database.url=',
  'security.masterKey=',
  'http.port=0',
  'admin.port=0',
  'instances.smpp.config.port=0',
]

let folder: Awaited<ReturnType<typeof makeDataDir>>
let smsc: FakeSmsc
let relay: MailRelay
before(async () => {
  folder = await makeDataDir()
  smsc = await startFakeSmsc()
  relay = await startMailRelay()
  process.env.HELIOGRAPH_SMSC_PASSWORD = 'of-tests'
  process.env.HELIOGRAPH_MAIL_PASSWORD = 'of-tests'
})
after(async () => {
  delete process.env.HELIOGRAPH_SMSC_PASSWORD
  delete process.env.HELIOGRAPH_MAIL_PASSWORD
  await smsc.stop()
  await relay.stop()
  await folder.remove()
})

/** Overrides that direct the links of a file to a test network, and its mail to a test relay. */
async function withOurNetwork(file: string): Promise<readonly string[]> {
  const { instances } = parse(await readFile(`${FOLDER}${file}`, 'utf8')) as {
    instances: { smsc?: { config: { links: Record<string, object> } }; mail?: object; email?: object }
  }
  const links = Object.keys(instances.smsc?.config.links ?? {}).flatMap((link) => [
    `smsc.config.links.${link}.hosts=['127.0.0.1:${smsc.port}']`,
    `smsc.config.links.${link}.tls=`,
  ])
  const mail = instances.mail ? ['host=127.0.0.1', `port=${relay.port}`, 'startTls=never'] : []
  const email = instances.email ? ['email.config.port=0'] : []
  return [...links, ...email, ...mail.map((setting) => `mail.config.${setting}`)].map((each) => `instances.${each}`)
}

for (const file of FILES) {
  describe(file, () => {
    test('passes heliograph check', async () => {
      const overrides = [...OVERRIDES, ...(await withOurNetwork(file))]
      const set = overrides.flatMap((override) => ['--set', override])
      const checked = await runJsonHere<{ ok: boolean; findings: { name: string }[] }>([
        'check',
        '--config',
        `${FOLDER}${file}`,
        '--data-dir',
        folder.path,
        ...set,
      ])
      assert.equal(checked.ok, true)
      for (const name of ['routes', 'listener smpp'])
        assert.ok(checked.findings.some((finding) => finding.name === name))
    })

    test('says what every key of its own is for', async () => {
      const lines = (await readFile(`${FOLDER}${file}`, 'utf8')).split('\n')
      const keys = lines.flatMap((line, index) => {
        const [, indent = '', key = ''] = /^( *)(['\w/-]+):/.exec(line) ?? []
        return key !== '' && indent.length <= 2 ? [{ key, isFirst: indent === '', above: lines[index - 1] ?? '' }] : []
      })
      assert.ok(keys.length > 8)
      for (const { key, isFirst, above } of keys) {
        // A section whose keys are explained needs no line of its own.
        if (!isFirst) assert.match(above, /^ *#|^\w+:$/, `${key} has no comment`)
      }
    })
  })
}

test('production.yaml names every key there is', async () => {
  const text = await readFile(`${FOLDER}production.yaml`, 'utf8')
  const sections = Object.entries({ ...runtimeSections, ...engineSections })
  const names = sections.flatMap(([section, schema]) =>
    describeSchema(schema, section).map(({ path }) => path.replaceAll('[]', '').split('.').at(-1) ?? ''),
  )
  const missing = [...new Set(names)].filter((name) => name !== '<name>' && !new RegExp(`\\b${name}:`).test(text))
  assert.deepEqual(missing, [])
})
