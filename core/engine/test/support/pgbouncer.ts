import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/**
 * Starts PgBouncer before a Postgres until the test has ended, and resolves with its URL. Where the program is absent
 * the test is skipped: undefined. No version keeps prepared statements, unless `settings` say so.
 */
export async function startPgBouncer(
  test: TestContext,
  databaseUrl: string,
  mode: 'session' | 'transaction',
  ignored: readonly string[],
  settings: Readonly<Record<string, string | number>> = {},
): Promise<string | undefined> {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  if (status !== 0) {
    test.skip('pgbouncer is not installed')
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-pgbouncer-'))
  const port = await findFreePort()
  const all = { ...(knowsStatements(stdout) && { max_prepared_statements: 0 }), ...settings }
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, configurationOf(new URL(databaseUrl), port, mode, ignored, all))
  await chmod(folder, 0o755)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(child, 'close')
  test.after(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  while (!log.includes('process up')) {
    await Promise.race([once(child.stderr, 'data'), ended])
    if (child.exitCode !== null) throw new Error(`pgbouncer does not start: ${log}`)
  }
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  return url.href
}

/** From 1.21. */
function knowsStatements(version: string): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

function configurationOf(
  url: URL,
  port: number,
  mode: string,
  ignored: readonly string[],
  settings: Readonly<Record<string, string | number>>,
): string {
  const further = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const host = url.searchParams.get('host') ?? url.hostname
  const password = decodeURIComponent(url.password)
  return `
[databases]
* = host=${host} port=${url.port || 5432} user=${url.username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${['extra_float_digits', ...ignored].join(', ')}
${further.join('\n')}
`
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
