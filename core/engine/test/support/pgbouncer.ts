import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findFreePort } from '@heliograph/testkit'

type Settings = Readonly<Record<string, string | number>>

/** A PgBouncer before a Postgres, which a test can take away and give back. */
export interface PgBouncer {
  readonly url: string
  /** Ends it as the kernel does: its connections break. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** It stands still with all of its connections, and the port goes on taking new ones. */
  freeze(): void
  thaw(): void
}

/** Whether the PgBouncer here keeps prepared statements, as from 1.21 on; undefined where there is none. */
export function keepsStatements(): boolean | undefined {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  if (status !== 0) return undefined
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

/** As `openPgBouncer`, and resolves with its URL. */
export async function startPgBouncer(...args: Parameters<typeof openPgBouncer>): Promise<string | undefined> {
  return (await openPgBouncer(...args))?.url
}

/**
 * Starts PgBouncer before a Postgres until the test has ended. Where the program is absent the test is skipped:
 * undefined. No version keeps prepared statements, unless `settings` say so.
 */
export async function openPgBouncer(
  test: TestContext,
  databaseUrl: string,
  mode: 'session' | 'transaction',
  ignored: readonly string[],
  settings: Settings = {},
): Promise<PgBouncer | undefined> {
  const isNew = keepsStatements()
  if (isNew === undefined) {
    test.skip('pgbouncer is not installed')
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-pgbouncer-'))
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  const all = { ...(isNew && { max_prepared_statements: 0 }), ...settings }
  await writeFile(file, configurationOf(new URL(databaseUrl), port, mode, ignored, all))
  await chmod(folder, 0o755)
  let child = await run(file)
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }
  test.after(async () => {
    await kill()
    await rm(folder, { recursive: true })
  })
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    kill,
    async start() {
      child = await run(file)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

/** Resolves once it takes connections. */
async function run(file: string): Promise<ChildProcess> {
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const ended = once(child, 'close')
  while (!log.includes('process up')) {
    await Promise.race([once(child.stderr, 'data'), ended])
    if (child.exitCode !== null) throw new Error(`pgbouncer does not start: ${log}`)
  }
  return child
}

function configurationOf(url: URL, port: number, mode: string, ignored: readonly string[], settings: Settings): string {
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
