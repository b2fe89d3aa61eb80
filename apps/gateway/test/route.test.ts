import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runHere, runJsonHere } from './support/cli-here.ts'

// The route that a message takes, from the configuration alone: there is no database.

const CONFIGURATION = `
database: { url: 'postgres://127.0.0.1:1/none' }
instances:
  a: { use: '@heliograph/carrier-simulator' }
  b: { use: '@heliograph/carrier-simulator' }
  c: { use: '@heliograph/carrier-simulator' }
routes:
  default: { links: [a] }
  home:
    links: [{ link: a, weight: 3 }, { link: b/main, weight: 1 }]
    fallbacks: [[c]]
  long: { links: [b] }
routing:
  - { name: long texts, when: { parts: { min: 3 } }, route: long }
  - { name: at home, when: { country: [ZA], client: [1001] }, route: home }
  - { when: { sender: [ACME], priority: [CRITICAL] }, route: long }
`

let folder: string
let config: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heliograph-route-'))
  config = join(folder, 'routes.yaml')
  await writeFile(config, CONFIGURATION)
})
after(() => rm(folder, { recursive: true }))

const routeTest = (...args: readonly string[]) => ['route', 'test', '--config', config, ...args]

for (const [name, args, route, links, rules] of [
  ['no rule fits', ['--to', '+44 7700 900123', '--client', '1001'], 'default', [['a/main']], 3],
  ['country and client', ['--to', '27821234567', '--client', '1001'], 'home', [['a/main', 'b/main'], ['c/main']], 2],
  ['another client', ['--to', '27821234567', '--client', '7'], 'default', [['a/main']], 3],
  ['the first that fits', ['--to', '27821234567', '--client', '1001', '--parts', '3'], 'long', [['b/main']], 1],
  [
    'sender and priority',
    ['--to', '447700900123', '--client', '7', '--sender', 'ACME', '--priority', 'CRITICAL'],
    'long',
    [['b/main']],
    3,
  ],
] as const) {
  test(`route test: ${name}`, async () => {
    const said = await runJsonHere<{ route: string; groups: { link: string }[][]; rules: object[]; to: string }>(
      routeTest(...args),
    )
    assert.equal(said.route, route)
    assert.deepEqual(
      said.groups.map((group) => group.map(({ link }) => link)),
      links,
    )
    assert.equal(said.rules.length, rules)
    assert.match(said.to, /^\d+$/)
  })
}

test('route test: the explanation for people', async () => {
  const { code, stdout } = await runHere(routeTest('--to', '27821234567', '--client', '1001'))
  assert.equal(code, 0)
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'To 27821234567 (ZA), client 1001, NORMAL, 1 part',
    '  rule 1 (long texts) does not match: parts',
    '  rule 2 (at home) matches: route home',
    'Route home',
    '  first  a/main (75 %), b/main (25 %)',
    '  then   c/main',
  ])
})

for (const [name, args, code, message] of [
  ['no number', ['--to', 'ACME', '--client', '1'], 'bad-number', /ACME/],
  ['no priority', ['--to', '27821234567', '--client', '1', '--priority', 'high'], 'usage', /CRITICAL, HIGH/],
  ['no client', ['--to', '27821234567'], 'usage', /--client/],
  [
    'a route to a link that is not there',
    ['--to', '27821234567', '--client', '1', '--set', 'routes.default.links=[x]'],
    'bad-routes',
    /cannot be used/,
  ],
  [
    'a broken configuration',
    ['--to', '27821234567', '--client', '1', '--set', 'routing=[]x'],
    'bad-configuration',
    /./,
  ],
] as const) {
  test(`route test: ${name}`, async () => {
    const finished = await runHere([...routeTest(...args), '--json'])
    assert.equal(finished.code, 1)
    const { error } = JSON.parse(finished.stderr) as { error: { code: string; message: string } }
    assert.equal(error.code, code)
    assert.match(error.message, message)
  })
}
