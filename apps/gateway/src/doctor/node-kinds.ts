import { type ClockOffset, describeOlderNode, type Survey } from '@heliograph/engine'
import type { EndedWorker } from '../workers/ended-workers.ts'
import { counted, duration, type FindingKind, inSurvey, when } from './finding-kind.ts'

/** Beyond this a node stands still, since another may take over what it owns at any moment. */
const SILENT_SECONDS = 10

/** A clock this far off is worth a warning, and with one this far off a node takes no new work. */
const CLOCK_WARNING_MS = 1_000
const CLOCK_ERROR_MS = 5_000

const GIB = 2 ** 30
/** Less room than this on the disk of the data folder is too little, and less than this share soon will be. */
const LEAST_FREE = GIB / 2
const FREE_SHARE = 0.1

/** This node's files, and the nodes of the deployment. */
export const NODE_KINDS: readonly FindingKind[] = [
  {
    id: 'check-failed',
    severity: 'error',
    meaning: '`heliograph check` finds something wrong: a node does not start',
    remedy: 'See the remedy of the check.',
    find: ({ checks }) => checks.filter(({ ok }) => !ok).map(checkText),
  },
  {
    id: 'check-warned',
    severity: 'warning',
    meaning: '`heliograph check` warns of something (a certificate that ends, durability, accounts)',
    remedy: 'See the remedy of the check.',
    find: ({ checks }) => checks.filter(({ ok, warning }) => ok && warning).map(checkText),
  },
  {
    id: 'deployment-unexamined',
    severity: 'error',
    meaning: 'the database could not be asked about the deployment: it is away, or has not the schema of this release',
    remedy: 'Mend that first, then ask again. For a new deployment: heliograph start.',
    find: ({ unexamined }) => (unexamined === undefined ? [] : [`The deployment was not examined: ${unexamined}`]),
  },
  {
    id: 'disk-full',
    severity: 'error',
    meaning: 'the disk of the data folder has less than 512 MiB left',
    remedy: 'Make room: an embedded database stops when the disk is full.',
    find: ({ dataFolder }) =>
      dataFolder === undefined ? [] : when(dataFolder.freeOctets < LEAST_FREE, roomText(dataFolder)),
  },
  {
    id: 'disk-filling',
    severity: 'warning',
    meaning: 'the disk of the data folder is nine tenths full',
    remedy: 'Make room, or keep less: retention.days.',
    find: ({ dataFolder }) => {
      if (dataFolder === undefined) return []
      const { freeOctets, allOctets } = dataFolder
      return when(freeOctets >= LEAST_FREE && freeOctets < FREE_SHARE * allOctets, roomText(dataFolder))
    },
  },
  {
    id: 'secrets-readable',
    severity: 'error',
    meaning: 'others than its owner may read a file with a secret in the data folder',
    remedy: 'chmod 600 on the file; if others use the machine, change what is in it.',
    find: ({ dataFolder }) => (dataFolder?.openSecrets ?? []).map((file) => `Others may read ${file}.`),
  },
  {
    id: 'worker-ended',
    severity: 'warning',
    meaning: 'a worker of `start --workers` has ended within a day and was started again',
    remedy: 'The log says more at level error. After an error that nothing caught: report it.',
    find: ({ dataFolder }) => {
      const ends = dataFolder?.endedWorkers ?? []
      return [...new Set(ends.map(({ worker }) => worker))].map((worker) => {
        const own = ends.filter((end) => end.worker === worker)
        const { at, reason } = own.at(-1) as EndedWorker
        return `Worker ${worker} has ended ${counted(own.length, 'time')}, last at ${at}: ${reason}.`
      })
    },
  },
  {
    id: 'no-node',
    severity: 'error',
    meaning: 'no node lives: nothing is accepted or sent',
    remedy: 'Start one (heliograph start, systemctl start heliograph); its last log line says why it ended.',
    find: inSurvey(({ nodes }) =>
      when(!nodes.some(({ silentSeconds }) => silentSeconds <= SILENT_SECONDS), 'No node lives.'),
    ),
  },
  {
    id: 'node-silent',
    severity: 'error',
    meaning: 'a node has written no heartbeat for 10 seconds and stands still, but its lease is not ended',
    remedy: 'Look whether its process and its way to the database are well. Other nodes take over after 15 seconds.',
    find: inSurvey(({ nodes }) =>
      nodes
        .filter(({ silentSeconds }) => silentSeconds > SILENT_SECONDS)
        .map(({ name, silentSeconds }) => `Node ${name} has been silent for ${duration(silentSeconds)}.`),
    ),
  },
  {
    id: 'node-namesakes',
    severity: 'warning',
    meaning: 'living nodes have the same name',
    remedy: 'Give each its own node.name, so that logs and lists tell them apart.',
    find: inSurvey(({ nodes }) => {
      const names = nodes.filter(({ silentSeconds }) => silentSeconds <= SILENT_SECONDS).map(({ name }) => name)
      return [...new Set(names)].flatMap((name) => {
        const same = names.filter((other) => other === name).length
        return when(same > 1, `${counted(same, 'node')} are called ${name}.`)
      })
    }),
  },
  {
    id: 'releases-differ',
    severity: 'warning',
    meaning: 'living nodes are of different releases, as while a new one is put in place',
    remedy: 'Bring all nodes to one release: UPGRADE.md. What only the old one used is removed after that.',
    find: inSurvey(({ nodes }) => {
      const living = nodes.filter(({ silentSeconds }) => silentSeconds <= SILENT_SECONDS)
      const releases = new Set(living.map(({ release }) => release))
      return when(releases.size > 1, `Nodes are of different releases: ${living.map(describeOlderNode).join(', ')}.`)
    }),
  },
  {
    id: 'role-missing',
    severity: 'error',
    meaning: 'no living node has a role that the deployment needs',
    remedy: 'Start a node with it, or add it to node.roles of one.',
    find: inSurvey(({ nodes }) => {
      const living = nodes.filter(({ silentSeconds }) => silentSeconds <= SILENT_SECONDS)
      if (living.length === 0) return []
      const had = new Set(living.flatMap(({ roles }) => roles))
      return NEEDED_ROLES.filter((role) => !had.has(role)).map((role) => `No living node has the role ${role}.`)
    }),
  },
  {
    id: 'clock-wrong',
    severity: 'error',
    meaning:
      'the clock of this machine or a node and that of the database are more than 5 seconds apart: a node there takes no new work',
    remedy: 'Set them by NTP (chrony, systemd-timesyncd) on both machines.',
    find: inSurvey((survey) =>
      clocksOf(survey)
        .filter(({ apartMs }) => apartMs > CLOCK_ERROR_MS)
        .map(clockText),
    ),
  },
  {
    id: 'clock-off',
    severity: 'warning',
    meaning: 'the clock of this machine or a node and that of the database are more than 1 second apart',
    remedy: 'Set them by NTP (chrony, systemd-timesyncd) on both machines.',
    find: inSurvey((survey) =>
      clocksOf(survey)
        .filter(({ apartMs }) => apartMs > CLOCK_WARNING_MS && apartMs <= CLOCK_ERROR_MS)
        .map(clockText),
    ),
  },
]

/** Without the others a deployment may do, if its clients need no sockets or webhooks. */
const NEEDED_ROLES = ['dispatch', 'cron'] as const

function checkText({ name, message, remedy }: { name: string; message: string; remedy?: string | undefined }): string {
  return remedy === undefined ? `${name}: ${message}` : `${name}: ${message} ${remedy}`
}

function roomText({ path, freeOctets, allOctets }: { path: string; freeOctets: number; allOctets: number }): string {
  const gib = (octets: number) => (octets / GIB).toFixed(1)
  return `The disk of ${path} has ${gib(freeOctets)} of ${gib(allOctets)} GiB left.`
}

interface SeenClock {
  /** Whose it is. */
  readonly whose: string
  /** How far the database is ahead of it. */
  readonly ms: number
  /** By how much the two are certainly apart. */
  readonly apartMs: number
}

/** The clocks of this machine and of the nodes. */
function clocksOf({ clockOffset, nodes }: Survey): readonly SeenClock[] {
  const ofNodes = nodes.flatMap(({ name, clockOffset: offset }) =>
    offset === null ? [] : [seenClock(`node ${name}`, offset)],
  )
  return [seenClock('this machine', clockOffset), ...ofNodes]
}

function seenClock(whose: string, { ms, errorMs }: ClockOffset): SeenClock {
  return { whose, ms, apartMs: Math.abs(ms) - errorMs }
}

function clockText({ whose, ms }: SeenClock): string {
  const seconds = (Math.abs(ms) / 1000).toFixed(1)
  return `The database is ${seconds} s ${ms > 0 ? 'ahead of' : 'behind'} ${whose}.`
}
