import type { TaskList } from 'graphile-worker'

/** What a node does on its own, if it has the role for it. */
export interface BackgroundWork {
  /** What its jobs do, by their names. */
  readonly tasks: TaskList
  start(): Promise<void>
  stop(): Promise<void>
}

/** That of a node without the role. */
export const NO_WORK: BackgroundWork = {
  tasks: {},
  start: async () => {},
  stop: async () => {},
}
