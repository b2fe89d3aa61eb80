import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describeSchema, renderConfigTable, renderMarkdownTable } from '@heliograph/config'
import { createStepFeed, systemClock } from '@heliograph/contracts'
import { checkGeneratedBlocks } from '@heliograph/testkit'
import { Type } from 'typebox'
import { adminMounts } from '../src/host/admin-mounts.ts'
import { RequestWatch } from '../src/host/request-watch.ts'
import { createMetricsRegistry, runtimeSections } from '../src/index.ts'

const ROUTE_MEANINGS: Readonly<Record<string, string>> = {
  '/healthz': '200 as long as the process can answer.',
  '/readyz': '200 when requests should come here, else 503; JSON with every part.',
  '/metrics': 'OpenMetrics text.',
}

function routesTable(): string {
  const mounts = adminMounts(
    [],
    () => Promise.reject(new Error('not asked')),
    createMetricsRegistry({ processMetrics: false }),
    { token: undefined, hosts: [] },
    new RequestWatch(systemClock, createStepFeed(assert.ifError)),
  )
  const rows = mounts
    .flatMap(({ routes }) => routes)
    .map(({ method, path }) => [method, `\`${path}\``, ROUTE_MEANINGS[path] ?? ''])
  const ofPlugins = ['any', '`/instances/<name>/...`', 'What the plugin of that instance offers to operators.']
  return renderMarkdownTable(['Method', 'Path', 'Answer'], [...rows, ofPlugins])
}

test('the README has the configuration and the routes of the admin port', () =>
  checkGeneratedBlocks(fileURLToPath(new URL('../README.md', import.meta.url)), {
    config: renderConfigTable(Type.Object(runtimeSections)),
    routes: routesTable(),
  }))

test('every key of the runtime has a description, down to the last', () => {
  for (const { path, description } of describeSchema(Type.Object(runtimeSections))) {
    assert.notEqual(description, '', `${path} has no description`)
  }
})
