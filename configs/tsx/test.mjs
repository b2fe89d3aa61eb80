// `node test.mjs [--timeout=<ms>] [--apart=<file>]... <file>...` runs test files: all in one process but those named as apart, which get one each, as with `node --test`. What a
// process begins with (the loader, then every module that is imported) takes more CPU time than the tests of most files. A file stands apart for what it does to its process: what
// it changes in it or measures of it. `--timeout` is for one file, twice as much for all that share a process.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: { timeout: { type: 'string', default: '300000' }, apart: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const unknown = values.apart.filter((file) => !positionals.includes(file))
if (unknown.length > 0) throw new Error(`apart are files that are not among those to be run: ${unknown.join(', ')}`)

const files = positionals.filter((file) => !values.apart.includes(file))
const timeout = Number(values.timeout)
const together = files.length === 0 ? [] : [fileURLToPath(new URL('together.mjs', import.meta.url))]
const child = spawn(
  process.execPath,
  [
    ...['--conditions=@heliograph/source', '--import', '@heliograph/tsx', '--test', `--test-timeout=${2 * timeout}`],
    ...together,
    ...values.apart,
  ],
  { stdio: 'inherit', env: { ...process.env, HELIOGRAPH_TEST_FILES: JSON.stringify({ files, timeout }) } },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
