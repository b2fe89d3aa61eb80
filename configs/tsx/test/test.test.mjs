import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const [program, folder] = ['../test.mjs', 'fixtures/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))

function run(...args) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
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
  { name: 'one that fails', args: ['good.mjs', 'bad.mjs'], status: 1, shows: [/fail 1$/m, /pass 3$/m], processes: 1 },
  {
    name: 'one that cannot be loaded',
    args: ['broken.mjs', 'good.mjs'],
    status: 1,
    shows: [/broken\.mjs cannot be/, /pass 2$/m],
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
  { name: 'one apart that is none of them', args: ['good.mjs', '--apart=other.mjs'], status: 1, shows: [/other\.mjs/] },
]
for (const { name, args, status, shows, processes } of ROWS)
  test(name, () => {
    const got = run(...args)
    assert.equal(got.status, status, got.text)
    for (const expected of shows) assert.match(got.text, expected)
    if (processes !== undefined) assert.equal(got.processes, processes)
  })
