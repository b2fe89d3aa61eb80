import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { formatBanner } from '../src/banner.ts'
import { CONFIGURATIONS, findInstallation } from '../src/installation.ts'
import { runHere, runJsonHere } from './support/cli-here.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

describe('in a checkout', () => {
  const installation = findInstallation()

  test('data and configurations are those of the checkout', () => {
    assert.equal(installation.dataFolder(), join(ROOT, '.heliograph'))
    assert.equal(installation.configurationFile('demo'), join(ROOT, 'configs/gateway/demo.yaml'))
  })

  test('the banner tells how to run commands in it', () => {
    const addresses = { http: 'http://127.0.0.1:1', admin: 'http://127.0.0.1:2', instances: {} }
    const demo = { clientId: 1, channelId: 1, userId: 7 }
    const banner = formatBanner(
      { addresses, httpServer: 'node (node:http)', demo, portal: undefined, examples: {} },
      '/data',
    ).join('\n')
    assert.match(banner, /^npx -y pnpm@12 heliograph key add --user 7$/m)
    assert.match(banner, /HTTP server +node \(node:http\)$/m)
    assert.match(banner, /Data +\/data$/m)
  })

  for (const name of CONFIGURATIONS) {
    test(`heliograph config ${name} prints the file`, async () => {
      const text = await readFile(join(ROOT, `configs/gateway/${name}.yaml`), 'utf8')
      assert.deepEqual(await runHere(['config', name]), { code: 0, stdout: text, stderr: '' })
      assert.equal((await runJsonHere<{ text: string }>(['config', name])).text, text)
    })
  }

  test('another name is refused with those there are', async () => {
    const { code, stderr } = await runHere(['config', 'mine'])
    assert.equal(code, 1)
    assert.match(stderr, /demo, production, cluster/)
  })
})

describe('installed', () => {
  let home: string
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'heliograph-installed-'))
  })
  after(() => rm(home, { recursive: true, force: true }))

  test('data is in the home folder, whatever folder a command is run in', () => {
    const installation = findInstallation(pathToFileURL(`${home}/`))
    assert.equal(installation.program, 'heliograph')
    assert.equal(installation.dataFolder(), join(homedir(), '.heliograph'))
    assert.equal(installation.configurationFile('demo'), join(home, 'dist/configurations/demo.yaml'))
  })
})

describe('options from the environment', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heliograph-environment-'))
    await writeFile(join(folder, 'mine.yaml'), 'http: { prot: 1 }\n')
    process.env.HELIOGRAPH_CONFIG = join(folder, 'mine.yaml')
  })
  after(async () => {
    delete process.env.HELIOGRAPH_CONFIG
    await rm(folder, { recursive: true, force: true })
  })

  test('HELIOGRAPH_CONFIG names the configuration, unless --config does', async () => {
    assert.match((await runHere(['route', 'test', '--to', '1', '--client', '1'])).stderr, /mine\.yaml/)
    const asked = await runHere(['route', 'test', '--to', '1', '--client', '1', '--config', join(folder, 'other.yaml')])
    assert.match(asked.stderr, /other\.yaml/)
  })
})
