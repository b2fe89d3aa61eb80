import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { runHere } from './support/cli-here.ts'
import { runProgram } from './support/peers/http/run-script.ts'

// No image is built here, which takes a daemon and base images from a registry. What needs neither is checked.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = fileURLToPath(new URL('../packaging/container', import.meta.url))
const HEALTH_CHECK = join(FOLDER, 'healthcheck.mjs')

interface Instruction {
  readonly name: string
  readonly rest: string
}

/** The instructions of a Dockerfile, with continued lines joined. */
function parseDockerfile(text: string): readonly Instruction[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? assert.fail(`no instruction: ${line}`)
      return { name, rest }
    })
}

let recipe: readonly Instruction[]
/** Those of the stage that becomes the image. */
let image: readonly Instruction[]
before(async () => {
  recipe = parseDockerfile(await readFile(join(FOLDER, 'Dockerfile'), 'utf8'))
  image = recipe.slice(recipe.findLastIndex(({ name }) => name === 'FROM'))
})

const only = (name: string) => image.filter((each) => each.name === name).map(({ rest }) => rest)

test('what it copies from the repository is there', () => {
  const copied = recipe.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
  const sources = copied.flatMap(({ rest }) => rest.split(' ').slice(0, -1))
  assert.deepEqual(
    sources.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})

test('its base is named by version, and each stage has the same', () => {
  const version = /^NODE=(\S+)$/.exec(recipe.find(({ name }) => name === 'ARG')?.rest ?? '')?.[1]
  assert.match(version ?? '', /^\d+-bookworm-slim$/)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as a Dockerfile writes it.
  for (const { rest } of recipe.filter(({ name }) => name === 'FROM')) assert.equal(rest.split(' ')[0], 'node:${NODE}')
})

test('the gateway is process 1, not as root, and gets the signals', () => {
  assert.deepEqual(only('USER'), ['1000:1000'])
  const [entry = ''] = only('ENTRYPOINT')
  assert.deepEqual(JSON.parse(entry), ['node', '/opt/heliograph/bin/heliograph.mjs'])
  assert.deepEqual(only('STOPSIGNAL'), ['SIGTERM'])
  assert.equal(only('SHELL').length, 0)
})

test('its health check is a file of the package', async () => {
  const [, command = ''] = /CMD (.*)$/.exec(only('HEALTHCHECK')[0] ?? '') ?? []
  const [program, file] = JSON.parse(command) as string[]
  assert.equal(program, 'node')
  assert.equal(file, '/opt/heliograph/packaging/container/healthcheck.mjs')
  const { files } = JSON.parse(await readFile(join(ROOT, 'apps/gateway/package.json'), 'utf8')) as { files: string[] }
  assert.ok(files.includes('packaging'))
})

test('the health check says what /healthz says', async () => {
  let status = 200
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/healthz' ? status : 404).end(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const env = { HELIOGRAPH_ADMIN_PORT: String((server.address() as AddressInfo).port) }
  const ask = async () => (await runProgram(process.execPath, [HEALTH_CHECK], { env })).code
  assert.equal(await ask(), 0)
  status = 503
  assert.equal(await ask(), 1)
  server.close()
  await once(server, 'close')
  assert.equal(await ask(), 1)
})

interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, object>>
}

interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: readonly string[]
  readonly read_only?: boolean
}

test('compose.yaml refers to what is there, by versions, and opens ports to this machine only', async () => {
  const compose = parse(await readFile(join(FOLDER, 'compose.yaml'), 'utf8')) as Compose
  const { services, volumes } = compose
  assert.deepEqual(Object.keys(services), ['gateway', 'postgres', 'prometheus', 'grafana'])
  for (const [name, service] of Object.entries(services)) {
    assert.match(service.image, /:(?!latest)[\w.-]+$/, name)
    for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:\d+:\d+$/, name)
    for (const other of service.depends_on ?? []) assert.ok(other in services, other)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      assert.ok(source.startsWith('.') ? existsSync(join(FOLDER, source)) : source in volumes, volume)
    }
  }
  const { build, read_only } = services.gateway as Service
  assert.equal(read_only, true)
  assert.equal(join(FOLDER, build?.context ?? '', '/'), ROOT)
  assert.equal(join(ROOT, build?.dockerfile ?? ''), join(FOLDER, 'Dockerfile'))
})

test('Prometheus and Grafana find what they are to read', async () => {
  const prometheus = parse(await readFile(join(FOLDER, 'prometheus/prometheus.yml'), 'utf8'))
  const grafana = parse(await readFile(join(FOLDER, 'grafana/datasources.yaml'), 'utf8'))
  const { admin } = parse(await readFile(join(FOLDER, 'gateway.yaml'), 'utf8'))
  assert.deepEqual(prometheus.scrape_configs[0].static_configs[0].targets, [`gateway:${admin.port}`])
  assert.equal(grafana.datasources[0].url, 'http://prometheus:9090')
  const { services } = parse(await readFile(join(FOLDER, 'compose.yaml'), 'utf8')) as Compose
  const mounted = (service: string) =>
    (services[service]?.volumes ?? []).map((volume) => volume.split(':')[1] as string)
  for (const file of prometheus.rule_files) assert.ok(mounted('prometheus').includes(`/etc/prometheus/${file}`), file)
  const dashboards = parse(await readFile(join(FOLDER, 'grafana/dashboards.yaml'), 'utf8'))
  for (const { options } of dashboards.providers) assert.ok(mounted('grafana').includes(options.path), options.path)
})

test('the gateway takes its configuration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-compose-'))
  try {
    process.env.HELIOGRAPH_DATABASE_URL = 'postgres://heliograph@127.0.0.1:1/heliograph'
    process.env.HELIOGRAPH_MASTER_KEY = 'ab'.repeat(32)
    const ports = ['http.port=0', 'admin.port=0', 'instances.smpp.config.port=0'].flatMap((each) => ['--set', each])
    const args = ['check', '--offline', '--config', join(FOLDER, 'gateway.yaml'), '--data-dir', folder, ...ports]
    const { code, stdout, stderr } = await runHere(args)
    assert.equal(code, 0, stdout + stderr)
  } finally {
    for (const name of ['DATABASE_URL', 'MASTER_KEY']) delete process.env[`HELIOGRAPH_${name}`]
    await rm(folder, { recursive: true })
  }
})
