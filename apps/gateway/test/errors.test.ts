import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '@heliograph/postgres'
import { runHere } from './support/cli-here.ts'
import { type Finished, makeDataDir } from './support/gateway-process.ts'

// For every error: exit code 1, nothing on standard output, one JSON object on standard error. That a process passes
// them on is tested with the launcher.

let folder: Awaited<ReturnType<typeof makeDataDir>>
let server: EmbeddedPostgres
before(async () => {
  folder = await makeDataDir()
  // Started here, so that not every command has to start it.
  server = await openEmbeddedPostgres({ dataDir: folder.path, durable: false })
})
after(async () => {
  await server.stop()
  await folder.remove()
})

interface Row {
  readonly args: string
  readonly code: string
  readonly message: RegExp
}

const USAGE: readonly Row[] = [
  { args: 'nonsense', code: 'usage', message: /unknown command 'nonsense'/ },
  { args: 'client', code: 'usage', message: /unknown option/ },
  { args: 'client add', code: 'usage', message: /--name/ },
  { args: 'client add --name X --colour red', code: 'usage', message: /unknown option '--colour'/ },
  { args: 'client set --client one', code: 'usage', message: /whole number/ },
  { args: 'client set --client 1 --enabled --disabled', code: 'usage', message: /cannot be used with/ },
  { args: 'channel add --client 1', code: 'usage', message: /--number .* or --sender/ },
  { args: 'channel add --client 1 --number 123 --sender X', code: 'usage', message: /cannot be used with/ },
  { args: 'channel set --channel 1 --incoming-handler xml', code: 'usage', message: /json, get, soap/ },
  { args: 'user add --client 1 --email a@b --password x --role king', code: 'usage', message: /admin, user/ },
  { args: 'client list surplus', code: 'usage', message: /too many arguments/ },
]

const CONFIGURATION: readonly Row[] = [
  { args: 'client list --config nowhere.yaml', code: 'bad-configuration', message: /nowhere\.yaml/ },
  { args: 'client list --set http.prot=1', code: 'bad-configuration', message: /http\.prot.*\n.*port/s },
  { args: 'client list --set security.masterKey=short', code: 'bad-master-key', message: /32 octets/ },
  { args: 'start --set instances.v2.use=@heliograph/none', code: 'bad-configuration', message: /not installed/ },
  { args: 'check --set instances.v2.config.nope=1 --set http.port=0', code: 'check-failed', message: /1 thing/ },
  { args: 'client list --set database.url=postgres://127.0.0.1:1/none', code: 'database-away', message: /database/ },
  {
    args: 'client list --set database.url=postgres://127.0.0.1:1/none?sslmode=sure',
    code: 'bad-configuration',
    message: /--set {2}database\.url\n {2}The parameter sslmode is 'sure'.\n {2}Choose one of/,
  },
]

const DATA: readonly Row[] = [
  { args: 'client add --name X --country Neverland', code: 'invalid-settings', message: /country/ },
  { args: 'client set --client 99', code: 'client-not-found', message: /99/ },
  { args: 'key add --user 99', code: 'user-not-found', message: /99/ },
  { args: 'send --key nobody --to 27821234567 --text x', code: 'bad-key', message: /API key/ },
]

for (const row of [...USAGE, ...CONFIGURATION, ...DATA]) {
  test(`heliograph ${row.args}`, async () => checkError(await runHere([...split(row.args), '--json']), row))
}

function split(args: string): string[] {
  return [...args.split(' '), '--data-dir', folder.path]
}

function checkError(finished: Pick<Finished, 'code' | 'stdout' | 'stderr'>, row: Row): void {
  assert.deepEqual([finished.code, finished.stdout], [1, ''])
  assert.match(finished.stderr, /^\{.*\}\n$/)
  const { error } = JSON.parse(finished.stderr) as { error: { code: string; message: string } }
  assert.equal(error.code, row.code)
  assert.match(error.message, row.message)
}

test('without --json the error is a sentence for people', async () => {
  const { code, stdout, stderr } = await runHere(['client', 'list', '--config', 'nowhere.yaml'])
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^error: /)
  assert.doesNotMatch(stderr, /\n\s+at /)
})
