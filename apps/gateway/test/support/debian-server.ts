import assert from 'node:assert/strict'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '@heliograph/testkit'
import { runProgram } from './peers/http/run-script.ts'
import type { ServerPrograms } from './server-programs.ts'

/** A server does not run as root, and takes its key from a file of its user. */
const AS_SERVER = process.getuid?.() === 0 ? '/usr/sbin/runuser --user postgres --' : ''

/** A server as Debian's package has it, but for its port and its superuser, who needs no password. */
export interface DebianServer {
  readonly port: string
  /** Of the superuser, to the database that every server has. */
  readonly url: string
  /** The shell command that starts, stops or reloads it: `restart`, for example. */
  command(action: string): string
  stop(): Promise<void>
}

/** Starts one in an existing, empty folder that its user can enter. `rules` are lines of pg_hba.conf for others. */
export async function startDebianServer(
  { folder }: ServerPrograms,
  data: string,
  rules: readonly string[] = [],
): Promise<DebianServer> {
  const port = String(await findFreePort())
  const log = join(data, 'server.log')
  const command = (action: string) =>
    `${AS_SERVER} '${folder}/pg_ctl' --pgdata '${data}/server' --log '${log}' --wait ${action} >/dev/null`
  if (AS_SERVER !== '') await chown(data, Number((await runProgram('id', ['-u', 'postgres'])).stdout), 0)
  await succeed(`
    ${AS_SERVER} '${folder}/initdb' --pgdata '${data}/server' --username=postgres --auth=trust --encoding=UTF8 \
      --no-sync >/dev/null
    printf '${['host all postgres 127.0.0.1/32 trust', ...rules, ''].join('\\n')}' >'${data}/server/pg_hba.conf'
    printf "port = ${port}\\nunix_socket_directories = ''\\n" >>'${data}/server/postgresql.conf'
    ${command('start')}`)
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    command,
    stop: () => succeed(command('--mode immediate stop')),
  }
}

async function succeed(script: string): Promise<void> {
  const { code, stdout, stderr } = await runProgram('bash', ['-euc', `cd /\n${script}`])
  assert.equal(code, 0, `${script}\n${stdout}${stderr}`)
}
