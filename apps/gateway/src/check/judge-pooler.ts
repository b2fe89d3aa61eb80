import type { Pooler } from '@heliograph/engine'
import { bad, type Finding, good } from './finding.ts'

const REMEDY = 'Let database.url lead to Postgres itself: a node keeps its connections, and needs no pool before it.'

/** What a pooler between this node and Postgres takes from it. */
export function judgePooler(found: Pooler | undefined): Finding {
  switch (found) {
    case undefined:
      return good('pooler', 'each connection has a session of its own')
    case 'shares-sessions':
      return bad(
        'pooler',
        'database.url leads to a pooler that gives each transaction another session (such as PgBouncer with pool_mode = transaction): announcements would not be heard, and locks and jobs would be lost.',
        REMEDY,
      )
    case 'drops-settings':
      return bad(
        'pooler',
        'database.url leads to a pooler that leaves out what connections ask for (such as PgBouncer with ignore_startup_parameters): no statement would have a limit.',
        REMEDY,
      )
  }
}
