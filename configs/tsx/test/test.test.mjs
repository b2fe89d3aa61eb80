import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const [program, folder] = ['../test.mjs', 'fixtures/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

function run(args, seed = '') {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = { ...inherited, HELIOGRAPH_TEST_SEED: seed }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const pids = [...stdout.matchAll(/mjs in (\d+)$/gm)].map(([, pid]) => pid)
  return { status, text: `${stdout}${stderr}`, processes: new Set(pids).size }
}

const ROWS = [
  { name: 'good ones', args: ['good.mjs'], status: 0, shows: [/good\.mjs/, /good: first/, /good: last/, /pass 2$/m] },
  { name: 'the CPU time of each file', args: ['good.mjs'], status: 0, shows: [/cpu_s (\d+\.\d|NaN) good\.mjs$/m] },
  { name: 'one that fails', args: ['good.mjs', 'bad.mjs'], status: 1, shows: [/fail 1$/m, /pass 3$/m], processes: 1 },
  {
    name: 'one that cannot be loaded',
    args: ['broken.mjs', 'good.mjs'],
    status: 1,
    shows: [/broken\.mjs cannot be/, /pass 2$/m],
  },
  // No test is told of it, since the runner does not see promises while tests run.
  {
    name: 'one in which nobody waits for what fails',
    args: ['stray.mjs', 'good.mjs'],
    status: 1,
    shows: [/nobody waits for this\n.*stray\.mjs:4/, /pass 3$/m],
    processes: 1,
  },
  {
    name: 'one that fails apart',
    args: ['good.mjs', 'bad.mjs', '--apart=bad.mjs'],
    status: 1,
    shows: [/fail 1$/m],
    processes: 2,
  },
  {
    name: 'one that does not end',
    args: ['endless.mjs', 'good.mjs', '--timeout=4000'],
    status: 1,
    shows: [/endless\.mjs/, /good: last/],
  },
  // A process that comes too late for any file counts as one that passes.
  {
    name: 'two processes',
    args: ['good.mjs', 'bad.mjs', '--processes=2'],
    status: 1,
    shows: [/fail 1$/m, /pass [34]$/m],
  },
  {
    name: 'apart by the beginning of the name',
    args: ['good.mjs', 'bad.mjs', '--apart=b*'],
    status: 1,
    shows: [/fail 1$/m, /pass 3$/m],
    processes: 2,
  },
  // Else Node resolves no links after that (nodejs/node#51142), and the next file finds no package of its packages.
  {
    name: 'a file after one that looked at a socket',
    args: ['socket.mjs', 'linked.mjs'],
    status: 0,
    shows: [/linked: a package/, /pass 2$/m],
  },
  { name: 'one apart that is none of them', args: ['good.mjs', '--apart=other.mjs'], status: 1, shows: [/other\.mjs/] },
]
for (const { name, args, status, shows, processes } of ROWS)
  test(name, () => {
    const got = run(args)
    assert.equal(got.status, status, got.text)
    for (const expected of shows) assert.match(got.text, expected)
    if (processes !== undefined) assert.equal(got.processes, processes)
  })

test('a seed gives the order, and is told', () => {
  const orders = ['1', '1', '7'].map((seed) => {
    const { text } = run(['good.mjs', 'bad.mjs'], seed)
    assert.match(text, new RegExp(`HELIOGRAPH_TEST_SEED=${seed} repeats it`))
    return /Order of the files in this process: (.*)$/m.exec(text)?.[1]
  })
  assert.deepEqual(orders, ['good.mjs bad.mjs', 'good.mjs bad.mjs', 'bad.mjs good.mjs'])
})
