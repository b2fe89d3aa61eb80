import type { EventLog } from '@heliograph/contracts'
import { checkSubscription } from '@heliograph/messaging'
import { serviceAnswer } from '../../database/service-answer.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import type { OwnerTools } from '../../ownership/owner-tools.ts'
import { CursorLoop } from './cursor-loop.ts'
import { persist } from './event-statements.ts'
import { dropCursors, MOVED, replayFrom, storeCursor, writeLog } from './log-statements.ts'

/** How often to look for events that have no place yet. */
const POLL_MS = 250

/** The `EventLog` service of a node. */
export interface NodeEventLog extends EventLog {
  /** Stops all followers on this node. */
  stop(): Promise<void>
}

/** Creates the `EventLog` service. A node writes the log while something on it follows. */
export function createEventLog(options: OwnerTools): NodeEventLog {
  const { sql } = options
  const loops = new Set<CursorLoop>()
  const busy = new Set<string>()
  let writing: LookLoop | undefined

  function write(): LookLoop {
    const loop = new LookLoop({
      ...options,
      what: 'events for the log',
      everyMs: POLL_MS,
      look: async () => {
        const moved = await writeLog(sql)
        if (moved > 0) for (const each of loops) each.wake()
        return moved === MOVED
      },
    })
    void loop.start()
    return loop
  }

  async function stopLoop(loop: CursorLoop): Promise<void> {
    await loop.stop()
    loops.delete(loop)
    if (loops.size > 0) return
    const last = writing
    writing = undefined
    await last?.stop()
  }

  return {
    async follow(follower) {
      checkSubscription(follower)
      await serviceAnswer(persist(() => storeCursor(sql, follower.name, follower.kinds)))
      const loop = new CursorLoop({ ...options, busy, follower })
      loops.add(loop)
      writing ??= write()
      return { stop: () => stopLoop(loop) }
    },
    replay: (name, from) => serviceAnswer(replayFrom(sql, name, from)),
    forget: (name) => serviceAnswer(persist(() => dropCursors(sql, [name]))),
    async stop() {
      await Promise.all([...loops].map(stopLoop))
    },
  }
}
