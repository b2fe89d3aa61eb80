import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { resolveServiceUser, type ServiceUser } from '@heliograph/postgres'
import { findProgram, isExecutable } from '../../programs.ts'

/** The programs of a Postgres that goes on when its primary dies. */
export interface PatroniPrograms {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  /** The folder of the programs of Postgres. */
  readonly postgres: string
  /** Where Patroni and the Python packages that it needs are, besides the system's own places. */
  readonly pythonPath: string | undefined
  /** Who they run as; undefined: as the caller. */
  readonly user: ServiceUser | undefined
}

/** Says which programs are missing, and where they come from. */
export class MissingPrograms extends Error {}

const run = promisify(execFile)

/** The interpreter that Debian's packages of Python are for. */
const PYTHON = '/usr/bin/python3'
/** What `patroni` imports for etcd. */
const MODULES = ['psycopg2', 'patroni.ha', 'patroni.dcs.etcd3'] as const
/** Where Debian puts the programs of each version of Postgres. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql'
const POSTGRES_PROGRAMS = ['postgres', 'initdb', 'pg_basebackup', 'pg_rewind', 'pg_isready'] as const

/**
 * Finds the programs in a folder into which packages were extracted (`dpkg -x`), then where they are installed. Rejects
 * with `MissingPrograms`.
 */
export async function findPatroniPrograms(given: string | undefined): Promise<PatroniPrograms> {
  // They are started from another folder.
  const folder = given === undefined ? undefined : resolve(given)
  const own = folder === undefined ? [] : ['usr/bin', 'usr/sbin'].map((name) => join(folder, name))
  const found = {
    patroni: findProgram('patroni', own),
    etcd: findProgram('etcd', own),
    haproxy: findProgram('haproxy', own),
    postgres: findPostgres(folder),
  }
  const names = { patroni: 'patroni', etcd: 'etcd', haproxy: 'haproxy', postgres: 'the programs of a Postgres server' }
  const missing = Object.entries(found).flatMap(([key, path]) =>
    path === undefined ? [names[key as keyof typeof names]] : [],
  )
  if (missing.length > 0) throw new MissingPrograms(describeMissing(missing.join(', '), folder))
  const user = await resolveServiceUser()
  const pythonPath = folder === undefined ? undefined : join(folder, 'usr/lib/python3/dist-packages')
  const programs = { ...(found as { [Name in keyof typeof found]: string }), pythonPath, user }
  const failure = await whyNoPatroni(programs)
  if (failure !== undefined) throw new MissingPrograms(describeMissing(failure, folder))
  return programs
}

/** The environment of these programs: nothing of the caller's that they do not need. */
export function programEnvironment({ pythonPath }: Pick<PatroniPrograms, 'pythonPath'>): NodeJS.ProcessEnv {
  const { PATH, TZ } = process.env
  const given = { PATH, TZ, PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: '1', LC_ALL: 'C.UTF-8' }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The programs of the newest version that is installed. */
function findPostgres(folder: string | undefined): string | undefined {
  const roots = [...(folder === undefined ? [] : [join(folder, POSTGRES_VERSIONS)]), POSTGRES_VERSIONS]
  const onPath = findProgram('postgres')
  const folders = [
    ...roots.flatMap((root) => versionsIn(root).map((version) => join(root, version, 'bin'))),
    ...(onPath === undefined ? [] : [dirname(onPath)]),
  ]
  return folders.find((bin) => POSTGRES_PROGRAMS.every((name) => isExecutable(join(bin, name))))
}

/** Newest first. */
function versionsIn(root: string): readonly string[] {
  try {
    return readdirSync(root).sort((one, other) => Number(other) - Number(one))
  } catch {
    return []
  }
}

/** Why Patroni cannot run as its user: what Python says of the first module that is missing or cannot be read. */
async function whyNoPatroni(programs: Pick<PatroniPrograms, 'pythonPath' | 'user'>): Promise<string | undefined> {
  const { uid, gid } = programs.user ?? {}
  try {
    await run(PYTHON, ['-c', `import ${MODULES.join(', ')}`], {
      cwd: '/',
      env: programEnvironment(programs),
      ...(uid !== undefined && { uid, gid }),
    })
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return stderr?.trim().split('\n').at(-1) || message
  }
}

const PACKAGES = 'patroni etcd-server haproxy postgresql-15'
const EXTRACTED = [
  'patroni etcd-server python3-etcd python3-dnspython python3-psycopg2 python3-psutil python3-prettytable',
  'python3-wcwidth python3-cdiff python3-click python3-dateutil python3-yaml python3-urllib3 python3-six',
].join(' ')

function describeMissing(what: string, folder: string | undefined): string {
  return [
    `Missing${folder === undefined ? '' : `, also in ${folder}`}: ${what}`,
    `On Debian: apt-get install ${PACKAGES}`,
    'Without services that start by themselves, beside an installed haproxy and Postgres:',
    `  apt-get download ${EXTRACTED}`,
    '  for package in *.deb; do dpkg -x "$package" programs; done',
    'and give that folder, which every user has to be able to read, with --programs.',
  ].join('\n')
}
