// `node test.mjs [--timeout=<ms>] [--processes=<n>] [--apart=<file>]... <file>...` runs test files, in `n` processes at
// a time (default 1). Those given with `--apart` (a name, or the beginning of names and `*`) get a process each, as
// with `node --test`: a file needs one when it changes or measures the process. The others share `n` processes, each of
// which takes the next file when it has finished one, because the start of a process (the loader, then every imported
// module) takes more CPU time than the tests of most files. `--timeout` applies to one file. The files that share a
// process get SHARED times that, and START_MS for its start: limits for a process that hangs, not for one on a busy
// machine. With HELIOGRAPH_TEST_SEED in the environment the order of files is shuffled; the same seed gives the same
// order.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec, tap } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { cpuSeconds } from './cpu-seconds.mjs'
import { shuffle } from './shuffle.mjs'

const START_MS = 60_000
const SHARED = 6
/** For each process of tests. Newer versions of Node take them as an option of `run`, others from this process. */
const FLAGS = [
  // Node begins with so little room for new objects that copying those that live a moment longer takes a third of the
  // time of many files. In mebibytes; tests of what is held at most count garbage as well, so not more.
  '--min-semi-space-size=16',
  '--max-semi-space-size=32',
  '--conditions=@heliograph/source',
  '--import',
  import.meta.resolve('@heliograph/tsx'),
]

const { values, positionals } = parseArgs({
  options: {
    timeout: { type: 'string', default: '300000' },
    processes: { type: 'string', default: '1' },
    apart: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const unknown = values.apart.filter((name) => !positionals.some((file) => isNamed(file, name)))
if (unknown.length > 0) throw new Error(`--apart names files that are not among those to run: ${unknown.join(', ')}`)

const timeout = Number(values.timeout)
const processes = Number(values.processes)
const files = inOrder(positionals)
const apart = files.filter((file) => values.apart.some((name) => isNamed(file, name)))
const together = files.filter((file) => !apart.includes(file))

const folder = mkdtempSync(join(tmpdir(), 'heliograph-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())

process.on('exit', logCpuTime)
process.execArgv.push(...FLAGS)
run({
  // Those that share come last: they end at about the same time, however long a single file takes.
  files: [...apart.map((file) => resolve(file)), ...sharedProcesses()],
  concurrency: processes,
  timeout: START_MS + SHARED * timeout,
  execArgv: FLAGS,
  signal: stopping.signal,
})
  .on('test:fail', () => {
    process.exitCode = 1
  })
  .compose(process.stdout.isTTY ? new spec() : tap)
  .pipe(process.stdout)

/** The programs of the shared processes. */
function sharedProcesses() {
  const count = Math.min(processes, together.length)
  return Array.from({ length: count }, (_, index) => {
    const program = join(folder, `together-${index + 1}.mjs`)
    const shared = JSON.stringify({ files: together.map((file) => resolve(file)), names: together, timeout, folder })
    const module = JSON.stringify(import.meta.resolve('./together.mjs'))
    writeFileSync(program, `import { runTogether } from ${module}\nawait runTogether(${shared})\n`)
    return program
  })
}

/** Logs the CPU time of all test processes, to show where the time of a whole run goes. */
function logCpuTime() {
  console.log(`# cpu_s ${cpuSeconds().toFixed(1)} in ${process.uptime().toFixed(1)}`)
}

function inOrder(names) {
  const seed = process.env.HELIOGRAPH_TEST_SEED
  if (!seed) return names
  console.log(`Files in the order of seed ${seed}; HELIOGRAPH_TEST_SEED=${seed} repeats it.`)
  return shuffle(names, Number(seed))
}

function isNamed(file, name) {
  return name.endsWith('*') ? file.startsWith(name.slice(0, -1)) : file === name
}
