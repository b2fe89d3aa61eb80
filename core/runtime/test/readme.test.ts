import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { Type } from 'typebox'
import { adminMounts } from '../src/host/admin-mounts.ts'
import {
  createMetricsRegistry,
  DEFAULT_HTTP_LIMITS,
  describeSchema,
  type HttpLimits,
  renderConfigTable,
  renderMarkdownTable,
  replaceGenerated,
  runtimeSections,
} from '../src/index.ts'

const README = new URL('../README.md', import.meta.url)

const ROUTE_MEANINGS: Readonly<Record<string, string>> = {
  '/healthz': '200 as long as the process can answer.',
  '/readyz': '200 when requests should come here, else 503; JSON with every part.',
  '/metrics': 'OpenMetrics text.',
}

const LIMIT_MEANINGS = {
  headerCount: 'Header lines of a request. `uws` takes 47.',
  headerOctets: 'Octets of a request head. `uws` takes 4 KiB when the head comes in several pieces.',
  headersTimeoutMs: 'Time for the whole head. 10 s on `uws`, whatever is set.',
  requestTimeoutMs: 'Time for head and body together.',
  handlerTimeoutMs:
    'Time for a handler. Then the client gets `unavailable` / `outcome-unknown`, the log a warning, and what the handler still comes to is dropped.',
  keepAliveMs: 'How long an idle connection is kept. 10 s on `uws`, whatever is set.',
  responseTimeoutMs: 'How long a client may leave a response unread. At most 10 s on `uws`.',
  responseOctetsPerSecond:
    'What a client reads at least of a response that waits for it, over each `responseTimeoutMs`.',
  responseTotalMs: 'Time to read a whole response.',
  bodyOctets:
    'Memory for all bodies of a listener that have not come whole yet. One that finds no room gets `unavailable` / `too-many-bodies`.',
  connectionsPerAddress:
    'Connections of one client address (one /64 of IPv6), trusted proxies excepted; 0: any number. Further ones are closed. `uws` does not tell of connections: there those count that are sending a body or reading a response, and further bodies get `unavailable` / `too-many-connections`.',
  drainOctets: 'Octets of an unwanted body that are read so that the connection survives.',
} satisfies Record<keyof HttpLimits, string>

function routesTable(): string {
  const mounts = adminMounts(
    [],
    () => Promise.reject(new Error('not asked')),
    createMetricsRegistry({ processMetrics: false }),
    { token: undefined, hosts: [] },
  )
  const rows = mounts
    .flatMap(({ routes }) => routes)
    .map(({ method, path }) => [method, `\`${path}\``, ROUTE_MEANINGS[path] ?? ''])
  const ofPlugins = ['any', '`/instances/<name>/...`', 'What the plugin of that instance offers to operators.']
  return renderMarkdownTable(['Method', 'Path', 'Answer'], [...rows, ofPlugins])
}

function limitsTable(): string {
  const rows = Object.entries(DEFAULT_HTTP_LIMITS).map(([name, value]) => [
    `\`${name}\``,
    String(value),
    LIMIT_MEANINGS[name as keyof HttpLimits],
  ])
  return renderMarkdownTable(['Limit', 'Value', 'Meaning'], rows)
}

test('the generated parts of the README are up to date', async () => {
  const before = await readFile(README, 'utf8')
  const blocks = {
    config: renderConfigTable(Type.Object(runtimeSections)),
    routes: routesTable(),
    limits: limitsTable(),
  }
  const after = Object.entries(blocks).reduce((text, [name, content]) => replaceGenerated(text, name, content), before)
  if (process.env.UPDATE_DOCS === '1') await writeFile(README, after)
  else assert.equal(before, after, 'run `UPDATE_DOCS=1 pnpm test` in core/runtime')
})

test('every key of the runtime has a description, down to the last', () => {
  for (const { path, description } of describeSchema(Type.Object(runtimeSections))) {
    assert.notEqual(description, '', `${path} has no description`)
  }
})

test('describing a schema tells paths, types, defaults, secrets and what is required', () => {
  const schema = Type.Object({
    host: Type.String({ description: 'Where to.' }),
    port: Type.Integer({ default: 25, minimum: 1, maximum: 65535 }),
    rate: Type.Number({ default: 0, minimum: 0 }),
    password: Type.Optional(Type.String({ secret: true })),
    mode: Type.Enum(['a', 'b'], { default: 'a' }),
    tags: Type.Array(Type.String(), { default: [] }),
    inner: Type.Object({ depth: Type.Optional(Type.Integer({ exclusiveMinimum: 0 })) }, { description: 'Inside.' }),
    plain: Type.Object({ flag: Type.Boolean({ default: false }) }),
    links: Type.Array(Type.Object({ name: Type.String() })),
    routes: Type.Record(Type.String(), Type.Object({ links: Type.Array(Type.String()) })),
    either: Type.Union([Type.Literal('none'), Type.Object({ key: Type.String({ secret: true }) })], {
      default: 'none',
    }),
  })
  const rows = describeSchema(schema, 'x').map((key) =>
    [key.path, key.type, key.default ?? (key.required ? 'required' : '-'), key.secret ? 'secret' : '', key.description]
      .filter(Boolean)
      .join(' | '),
  )
  assert.deepEqual(rows, [
    'x.host | text | required | Where to.',
    'x.port | whole number 1..65535 | 25',
    'x.rate | number from 0 | 0',
    'x.password | secret text | - | secret',
    'x.mode | one of: a, b | "a"',
    'x.tags | list of texts | []',
    'x.inner | mapping | - | Inside.',
    'x.inner.depth | whole number above 0 | -',
    'x.plain.flag | true or false | false',
    'x.links[].name | text | required',
    'x.routes.<name>.links | list of texts | required',
    'x.either.key | secret text | required | secret',
  ])
})

test('tables escape what would break them', () => {
  const schema = Type.Object({ sign: Type.String({ default: 'a|b', description: 'One\nor | other.' }) })
  assert.deepEqual(renderConfigTable(schema).split('\n'), [
    '| Key    | Type | Default  | Meaning          |',
    '| ------ | ---- | -------- | ---------------- |',
    '| `sign` | text | `"a\\|b"` | One or \\| other. |',
  ])
  assert.equal(renderConfigTable(Type.Object({})), 'Nothing to configure.')
})

test('a document without markers is refused', () => {
  assert.throws(() => replaceGenerated('# Title', 'config', 'x'), {
    message: "The document has no markers for 'config'.",
  })
  assert.equal(
    replaceGenerated('a\n<!-- generated:x -->\nold\n<!-- /generated -->\nb', 'x', 'new'),
    'a\n<!-- generated:x -->\nnew\n<!-- /generated -->\nb',
  )
})
