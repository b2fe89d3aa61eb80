// `node test.mjs [--timeout=<ms>] [--apart=<file>]... <file>...` runs test files: all in one process except those given
// with `--apart`, which get a process each, as with `node --test`. The start of a process (the loader, then every
// imported module) takes more CPU time than the tests of most files. A file needs a process of its own when it changes
// or measures the process. `--timeout` applies to one file. The files that share a process get SHARED times that, and
// START_MS for its start: limits for a process that hangs, not for one on a busy machine.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const START_MS = 60_000
const SHARED = 6

const { values, positionals } = parseArgs({
  options: { timeout: { type: 'string', default: '300000' }, apart: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const unknown = values.apart.filter((file) => !positionals.includes(file))
if (unknown.length > 0) throw new Error(`apart are files that are not among those to be run: ${unknown.join(', ')}`)

const files = positionals.filter((file) => !values.apart.includes(file))
const timeout = Number(values.timeout)
const limit = START_MS + SHARED * timeout
const together = files.length === 0 ? [] : [fileURLToPath(new URL('together.mjs', import.meta.url))]
const child = spawn(
  process.execPath,
  [
    ...['--conditions=@heliograph/source', '--import', '@heliograph/tsx', '--test', `--test-timeout=${limit}`],
    ...together,
    ...values.apart,
  ],
  { stdio: 'inherit', env: { ...process.env, HELIOGRAPH_TEST_FILES: JSON.stringify({ files, timeout }) } },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
