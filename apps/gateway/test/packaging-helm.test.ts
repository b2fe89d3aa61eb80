import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Check, Errors } from 'typebox/schema'
import { parse, stringify } from 'yaml'
import { runHere } from './support/cli-here.ts'

// The chart is not rendered here: helm is on no registry that tests can use. What can be seen without it is checked.

const CHART = fileURLToPath(new URL('../packaging/helm/heliograph', import.meta.url))

let values: Readonly<Record<string, unknown>>
let schema: object
let templates: string
before(async () => {
  values = parse(await readFile(join(CHART, 'values.yaml'), 'utf8'))
  schema = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8'))
  const folder = join(CHART, 'templates')
  const files = await readdir(folder)
  templates = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
})

/** Whether a path leads to a value, or into an object whose contents are an operator's. */
function isThere(path: readonly string[]): boolean {
  let value: unknown = values
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !(key in value)) return false
    value = (value as Record<string, unknown>)[key]
  }
  return true
}

test('Chart.yaml has what helm requires', async () => {
  const chart = parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8')) as Record<string, string>
  assert.equal(chart.apiVersion, 'v2')
  assert.equal(chart.name, 'heliograph')
  assert.match(chart.version ?? '', /^\d+\.\d+\.\d+$/)
})

test('the values fit their schema, which tells mistakes', () => {
  assert.ok(Check(schema, values), JSON.stringify(Errors(schema, values)))
  for (const wrong of [{ replica: 3 }, { replicas: 0 }, { config: {} }, { image: { repository: 'x', tag: 'latest' } }])
    assert.ok(!Check(schema, { ...values, ...wrong }), JSON.stringify(wrong))
})

test('every value that a template uses is there', () => {
  const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path)
  assert.ok(used.length > 20)
  assert.deepEqual(
    used.filter((path) => !isThere(path.split('.'))),
    [],
  )
})

test('every value is used by a template', () => {
  const parts = [
    'image',
    'secret',
    'ports',
    'service',
    'storage',
    'podDisruptionBudget',
    'serviceMonitor',
    'networkPolicy',
  ]
  const paths = Object.keys(values).flatMap((key) =>
    parts.includes(key) ? Object.keys(values[key] as object).map((name) => `${key}.${name}`) : [key],
  )
  assert.deepEqual(
    paths.filter((path) => !new RegExp(`\\.Values\\.${path.replace('.', '\\.')}\\b`).test(templates)),
    [],
  )
})

test('every block of a template is closed, and every name that is included is defined', () => {
  const actions = [...templates.matchAll(/\{\{-?\s*(\w+)([^}]*)\}\}/g)].map(([, word = '', rest = '']) => ({
    word,
    rest,
  }))
  const opened = actions.filter(({ word }) => ['if', 'with', 'range', 'define'].includes(word))
  assert.equal(actions.filter(({ word }) => word === 'end').length, opened.length)
  const defined = [...templates.matchAll(/define "([^"]+)"/g)].map(([, name]) => name)
  for (const [, name] of templates.matchAll(/include "([^"]+)"/g)) assert.ok(defined.includes(name), name)
})

test('the gateway takes the configuration, and what the chart adds to it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-chart-'))
  try {
    const file = join(folder, 'gateway.yaml')
    await writeFile(file, stringify(values.config))
    const added = [...templates.matchAll(/- --set\n\s+- (.+)/g)].map(([, setting = '']) =>
      setting
        .replace(/^'|'$/g, '')
        .replace(/\{\{.*\}\}/, '0')
        .replace('$(POD_NAME)', 'heliograph-0'),
    )
    assert.equal(added.length, 7)
    process.env.HELIOGRAPH_DATABASE_URL = 'postgres://heliograph@127.0.0.1:1/heliograph'
    process.env.HELIOGRAPH_MASTER_KEY = 'ab'.repeat(32)
    process.env.HELIOGRAPH_ADMIN_TOKEN = 'a-token-that-is-long-enough'
    const args = ['check', '--offline', '--config', file, '--data-dir', folder]
    const { code, stdout, stderr } = await runHere([...args, ...added.flatMap((each) => ['--set', each])])
    assert.equal(code, 0, stdout + stderr)
  } finally {
    for (const name of ['DATABASE_URL', 'MASTER_KEY', 'ADMIN_TOKEN']) delete process.env[`HELIOGRAPH_${name}`]
    await rm(folder, { recursive: true })
  }
})
