import type { Survey } from '@heliograph/engine'
import type { Finding } from '../check/finding.ts'
import type { EndedWorker } from '../workers/ended-workers.ts'

/** Everything that findings are decided from, gathered at one time. */
export interface Picture {
  /** What `check` finds. */
  readonly checks: readonly Finding[]
  /** Routes of this node's configuration. */
  readonly routes: readonly string[]
  readonly dataFolder: DataFolder | undefined
  /** Undefined when the database could not be asked; `unexamined` then says why. */
  readonly survey: Survey | undefined
  readonly unexamined: string | undefined
}

export interface DataFolder {
  readonly path: string
  /** What its disk has left for users, and has in all. */
  readonly freeOctets: number
  readonly allOctets: number
  /** Files with secrets that others than their owner may read. */
  readonly openSecrets: readonly string[]
  /** Workers that ended within the last day and were started again, the oldest first. */
  readonly endedWorkers: readonly EndedWorker[]
}
