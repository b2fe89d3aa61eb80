import { counted, duration, type FindingKind, inSurvey, when } from './finding-kind.ts'

/** The share of the connections of a server that may be in use. */
const CONNECTIONS_SHARE = 0.9

/** Retention may be this late. */
const RETENTION_SECONDS = 86_400

/** Of what is kept, where it has another name for people. */
const NAMES: Readonly<Record<string, string>> = {
  incoming: 'incoming messages',
  audit: 'entries of the audit log',
  ledger: 'entries of the ledger',
  'contact-audit': 'changes of contacts',
  figures: 'figures of reports',
  clients: 'data of clients with days of their own',
}

/** The rarest chore is done every hour. */
const CHORE_SECONDS = 7_200

/** What the database says of itself and of work in the background. */
export const DATABASE_KINDS: readonly FindingKind[] = [
  {
    id: 'database-older',
    severity: 'error',
    meaning: 'the database is older than this node remembers: it was restored, and messages would go out again',
    remedy: 'Stop all nodes, then heliograph start --restored (BACKUP.md); or set database.url right.',
    find: inSurvey(({ seenLater }) =>
      seenLater === undefined
        ? []
        : [`The database is older than this node remembers: its data had come to ${seenLater}.`],
    ),
  },
  {
    id: 'restore-unfinished',
    severity: 'warning',
    meaning: 'a restored database is still looked through for messages that may have been sent',
    remedy: 'The next start goes on with it: heliograph start.',
    find: inSurvey(({ isBeingRestored }) =>
      when(isBeingRestored, 'The restored database has not been looked through.'),
    ),
  },
  {
    id: 'connections-short',
    severity: 'warning',
    meaning: 'nine tenths of the connections of the server are in use',
    remedy: "Raise the server's max_connections, or lower database.pool, reportPool and workerPool of the nodes.",
    find: inSurvey(({ connections: { used, room } }) =>
      when(used > CONNECTIONS_SHARE * room, `${used} of ${counted(room, 'connection')} are in use.`),
    ),
  },
  {
    id: 'jobs-failing',
    severity: 'warning',
    meaning: 'jobs in the background have failed and are tried again',
    remedy: 'The log of the node that tried says why, at level warn and above.',
    find: inSurvey(({ failedJobs }) =>
      failedJobs.map(
        ({ task, jobs, attempts }) => `${counted(jobs, 'job')} "${task}" failed, one ${counted(attempts, 'time')}.`,
      ),
    ),
  },
  {
    id: 'chore-failed',
    severity: 'error',
    meaning: 'the last run of a chore has failed',
    remedy: 'heliograph work chores says why.',
    find: inSurvey(({ slow }) =>
      slow.chores.filter(({ hasFailed }) => hasFailed).map(({ name }) => `The chore "${name}" failed.`),
    ),
  },
  {
    id: 'chore-late',
    severity: 'warning',
    meaning: 'a chore has not ended for two hours',
    remedy: 'heliograph work chores shows which node has it; look at its log, and whether a node has the role cron.',
    find: inSurvey(({ slow, at }) =>
      slow.chores.flatMap(({ name, endedAt }) => {
        const seconds = at.getTime() / 1000 - endedAt
        return when(endedAt > 0 && seconds > CHORE_SECONDS, `The chore "${name}" last ended ${duration(seconds)} ago.`)
      }),
    ),
  },
  {
    id: 'work-paused',
    severity: 'error',
    meaning: 'work is paused because it ended two processes',
    remedy: 'heliograph work list; report it, and once it is mended: heliograph work resume.',
    find: inSurvey(({ pausedWork }) => pausedWork.map(({ kind, key }) => `The ${kind} ${key} is paused.`)),
  },
  {
    id: 'retention-behind',
    severity: 'warning',
    meaning: 'data should have been removed by retention a day ago',
    remedy: 'A node with the role cron removes it: heliograph work chores. A long transaction may be in its way.',
    find: inSurvey(({ slow }) =>
      slow.kept.flatMap(({ data, overdueSeconds }) =>
        when(
          overdueSeconds > RETENTION_SECONDS,
          `Some ${NAMES[data] ?? data} should have been removed ${duration(overdueSeconds)} ago.`,
        ),
      ),
    ),
  },
]
