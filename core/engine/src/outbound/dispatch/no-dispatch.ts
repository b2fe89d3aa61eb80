import { createQueueOnly } from '../batches/fast-path.ts'
import type { DispatchNode } from './dispatch-node.ts'

/** The part of a node in dispatch. */
export type Dispatch = Pick<DispatchNode, 'fastPath' | 'linkStates' | 'resultsRecorded' | 'start' | 'stop'>

/** That of a node without links: what it accepts waits, and is announced to those that have some. */
export function createNoDispatch(options: Parameters<typeof createQueueOnly>[0]): Dispatch {
  return {
    fastPath: createQueueOnly(options),
    linkStates: async () => [],
    resultsRecorded: async () => {},
    start: async () => {},
    stop: async () => {},
  }
}
