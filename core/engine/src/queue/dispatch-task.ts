import { PRIORITIES, type Priority, type PriorityName } from '@heliograph/contracts'
import type { Task, TaskList } from 'graphile-worker'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type Dispatcher, MESSAGES_IN_MEMORY } from '../dispatch/dispatcher.ts'
import type { FetchGate } from './fetch-gate.ts'
import { dispatchTask, priorityFlag, routeFlag } from './job-specs.ts'

/** Older releases may have queued what this one runs: a payload is checked before it is used. */
const payloadCheck = Compile(Type.Object({ ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }) }))

/** One task for each route. */
export function dispatchTasks(dispatcher: Dispatcher, gate: FetchGate): TaskList {
  return Object.fromEntries(
    dispatcher.pool.routes.map((route) => [dispatchTask(route), makeTask(dispatcher, gate, route)]),
  )
}

function makeTask(dispatcher: Dispatcher, gate: FetchGate, route: string): Task {
  return async (payload, { job }) => {
    const turn = gate.admit(job)
    if (turn !== undefined) await turn
    if (!payloadCheck.Check(payload)) throw new Error(`dispatch job ${job.id}: payload is not { ids }`)
    await dispatcher.run({
      jobId: Number(job.id),
      route,
      priority: job.priority,
      runAt: job.run_at,
      // A job for now gets both times from one transaction; any other time may stand for a schedule, also one moved into the past.
      delayed: job.run_at.getTime() !== job.created_at.getTime(),
      smsIds: payload.ids,
    })
  }
}

/**
 * Workers kept free for more urgent jobs: a priority fetches only while more than this many are idle, so that a backlog of any size leaves room for
 * whatever is more urgent than itself.
 */
const KEPT_FREE: Readonly<Record<PriorityName, number>> = { CRITICAL: 0, HIGH: 4, NORMAL: 8, LOW: 12, BULK: 16 }

/**
 * What the worker that asks must not fetch: routes without a link that is up, and priorities of which enough is in memory. A worker that fetches is not
 * idle any more, or all of them at once would take a backlog that only half of them may have.
 */
export function forbiddenFlags(dispatcher: Dispatcher, gate: FetchGate, workers: number): string[] {
  const flags: string[] = []
  const idle = workers - dispatcher.jobsUnderWay - gate.pending
  gate.fetchBegins()
  for (const route of dispatcher.pool.routes) {
    if (!dispatcher.pool.isRouteOpen(route)) flags.push(routeFlag(route))
    else {
      for (const [name, priority] of PRIORITY_ENTRIES) {
        const full = dispatcher.messagesHeld(route, priority) >= MESSAGES_IN_MEMORY
        if (full || idle <= KEPT_FREE[name]) flags.push(priorityFlag(route, priority))
      }
    }
  }
  return flags
}

const PRIORITY_ENTRIES = Object.entries(PRIORITIES) as readonly [PriorityName, Priority][]
