import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { dashboards } from '../scripts/dashboards.ts'
import { documentedNames, namesIn, OBSERVABILITY } from './support/observability.ts'
import { blocksOf } from './support/page-blocks.ts'
import { findProgram, reasonUnless } from './support/peers/installed.ts'

// Dashboards, alert rules and runbook: what operators load into Prometheus and Grafana.

const read = (file: string) => readFile(new URL(file, OBSERVABILITY), 'utf8')

let known: ReadonlySet<string>
before(async () => {
  known = await documentedNames()
  assert.ok(known.size > 50)
})

function assertKnown(expression: string): void {
  const names = namesIn(expression)
  assert.ok(names.length > 0, `no metric in ${expression}`)
  for (const name of names) assert.ok(known.has(name), `${name} is not documented: ${expression}`)
}

describe('dashboards', () => {
  const made = dashboards()

  test('the files are those that the source makes, and no others', async () => {
    const files = (await readdir(OBSERVABILITY)).filter((file) => file.endsWith('.json'))
    if (process.env.UPDATE_DOCS === '1') {
      for (const [file, dashboard] of Object.entries(made))
        await writeFile(new URL(file, OBSERVABILITY), `${JSON.stringify(dashboard, null, 2)}\n`)
      return
    }
    assert.deepEqual(files.sort(), Object.keys(made).sort())
    for (const file of files) assert.deepEqual(JSON.parse(await read(file)), made[file], `${file}: UPDATE_DOCS=1`)
  })

  for (const [file, dashboard] of Object.entries(made))
    test(`${file}: ids are unique, series are of documented metrics and of the chosen data source`, () => {
      const { uid, panels, templating } = dashboard as Dashboard
      assert.equal(`${uid}.json`, file)
      assert.deepEqual(
        templating.list.map(({ name, type, query }) => [name, type, query]),
        [['datasource', 'datasource', 'prometheus']],
      )
      const ids = panels.map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      for (const { type, title, targets = [], datasource } of panels) {
        if (type === 'row') continue
        assert.ok(targets.length > 0, `${title} shows nothing`)
        assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title)
        for (const target of [{ datasource }, ...targets]) assert.deepEqual(target.datasource?.uid, `\${datasource}`)
        for (const { expr } of targets) assertKnown(expr)
      }
    })
})

interface Dashboard {
  readonly uid: string
  readonly panels: readonly PanelModel[]
  readonly templating: { readonly list: readonly { name: string; type: string; query: string }[] }
}

interface PanelModel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly datasource?: { readonly uid: string }
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly datasource: { uid: string } }[]
}

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

/** Why a test with Prometheus's own tool cannot run; false: it can. */
const withoutPromtool = reasonUnless(findProgram('promtool') !== undefined, 'promtool', 'prometheus')

async function promtool(cwd: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)('promtool', args, { cwd }).catch(({ stdout, stderr }) =>
    assert.fail(`promtool ${args.join(' ')}: ${stdout}${stderr}`),
  )
}

test('Prometheus takes the configuration of the page', { skip: withoutPromtool }, async (t) => {
  const [block] = blocksOf(await read('README.md'))
  assert.equal(block?.language, 'yaml')
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-prometheus-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'prometheus.yml'), block?.text ?? '')
  await copyFile(new URL('alerts.yaml', OBSERVABILITY), join(folder, 'alerts.yaml'))
  await promtool(folder, 'check', 'config', 'prometheus.yml')
})

describe('alerts', () => {
  let alerts: readonly Alert[]
  before(async () => {
    const { groups } = parse(await read('alerts.yaml')) as { groups: readonly { rules: readonly Alert[] }[] }
    alerts = groups.flatMap(({ rules }) => rules)
  })

  test('each has a name of its own, a severity, a summary, and an expression of documented metrics', () => {
    assert.equal(new Set(alerts.map(({ alert }) => alert)).size, alerts.length)
    for (const { alert, expr, labels, annotations } of alerts) {
      assert.match(alert, /^Heliograph[A-Z]\w+$/)
      assert.ok(['critical', 'warning', 'info'].includes(labels.severity), alert)
      assert.ok(annotations.summary.length > 0, alert)
      assertKnown(expr)
    }
  })

  test('each has its paragraph in the runbook, which its annotation leads to, and the runbook no other', async () => {
    const sections = (await read('RUNBOOK.md')).split(/^## /m).slice(1)
    assert.deepEqual(sections.map((section) => section.split('\n')[0]).sort(), alerts.map(({ alert }) => alert).sort())
    for (const section of sections) assert.ok(section.length > 150, `too little to go by: ${section}`)
    for (const { alert, annotations } of alerts)
      assert.ok(annotations.runbook_url.endsWith(`/observability/RUNBOOK.md#${alert.toLowerCase()}`), alert)
  })

  test('metrics that the runbook names exist', async () => {
    for (const name of namesIn(await read('RUNBOOK.md'))) assert.ok(known.has(name), name)
  })

  test('each has a test', async () => {
    const tests = await read('alerts.test.yaml')
    for (const { alert } of alerts) assert.ok(tests.includes(alert), `${alert} is not tested`)
  })

  test('promtool finds them right', { skip: withoutPromtool }, async () => {
    const folder = fileURLToPath(OBSERVABILITY)
    await promtool(folder, 'check', 'rules', 'alerts.yaml')
    await promtool(folder, 'test', 'rules', 'alerts.test.yaml')
  })
})
