import type { Pooler, TriedPooler } from '@heliograph/engine'
import { POOLER_REMEDY, type UrlSetting } from '../pooler-remedy.ts'
import { bad, type Finding, good } from './finding.ts'

/** What a pooler between this node and Postgres takes from it. */
export function judgePooler(found: Pooler | undefined, setting: UrlSetting = 'database.url'): Finding {
  switch (found) {
    case undefined:
      return good('pooler', 'each connection has a session of its own')
    case 'shares-sessions':
      return bad(
        'pooler',
        `${setting} leads to a pooler that gives each transaction another session (such as PgBouncer with pool_mode = transaction): announcements would not be heard, and locks and jobs would be lost.`,
        POOLER_REMEDY[setting],
      )
    case 'refuses-settings':
      return bad(
        'pooler',
        `${setting} leads to a pooler that refuses what connections ask for when they begin (such as PgBouncer).`,
        POOLER_REMEDY[setting],
      )
    case 'drops-settings':
      return bad(
        'pooler',
        `${setting} leads to a pooler that leaves out what connections ask for (such as PgBouncer with ignore_startup_parameters): no statement would have a limit.`,
        POOLER_REMEDY[setting],
      )
  }
}

/** Judges a pooler that shares sessions and may. */
export function judgeSharing({ lacking, preparesStatements, isSameDatabase }: TriedPooler): readonly Finding[] {
  const wrong = [
    ...(lacking.length === 0 ? [] : [lackingSettings(lacking)]),
    ...(preparesStatements === false ? [UNPREPARED] : []),
    ...(isSameDatabase ? [] : [ANOTHER_DATABASE]),
  ]
  return wrong.length > 0 ? wrong : [good('pooler', 'transactions share sessions, with what else there is past it')]
}

function lackingSettings(names: readonly string[]): Finding {
  return bad(
    'pooler',
    `Nothing is asked for through the pooler, and the role of database.url lacks these settings: ${names.join(', ')}.`,
    'Set them for the role (heliograph database roles prints the statements), and let the pooler open its sessions again.',
  )
}

const UNPREPARED = bad(
  'pooler',
  'The pooler loses prepared statements (such as PgBouncer before 1.21, or without max_prepared_statements).',
  'Set database.prepare to false.',
)

const ANOTHER_DATABASE = bad(
  'pooler',
  'database.url and database.directUrl lead to different databases.',
  'Let both lead to the same database of the same server, one of them through the pooler.',
)
