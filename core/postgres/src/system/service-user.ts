import { EmbeddedPostgresError } from '../postgres-error.ts'
import { runCommand } from './run-command.ts'

/** The operating-system account the server runs as. */
export interface ServiceUser {
  readonly uid: number
  readonly gid: number
}

const NAME = 'postgres'

/**
 * Postgres refuses to run as root, so for root it runs as the user `postgres`, which is created when missing. Undefined
 * for other users, because the server then runs as the caller.
 */
export async function resolveServiceUser(): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const existing = await lookUp()
  if (existing) return existing
  await createUser()
  const created = await lookUp()
  if (created) return created
  throw new EmbeddedPostgresError(
    `Postgres cannot run as root and the user '${NAME}' could not be created. Create it (useradd --system ${NAME}), start as another user, or set database.url.`,
  )
}

async function lookUp(): Promise<ServiceUser | undefined> {
  const [uid, gid] = await Promise.all([runCommand('id', ['-u', NAME]), runCommand('id', ['-g', NAME])])
  if (uid.code !== 0 || gid.code !== 0) return undefined
  return { uid: Number(uid.output), gid: Number(gid.output) }
}

/** Failures are ignored: another process may have created the user meanwhile, and the look-up afterwards decides. */
async function createUser(): Promise<void> {
  try {
    await runCommand('groupadd', ['--system', NAME])
    await runCommand('useradd', ['--system', '--gid', NAME, '--no-create-home', '--shell', '/usr/sbin/nologin', NAME])
  } catch {
    // No such programs on this system.
  }
}
