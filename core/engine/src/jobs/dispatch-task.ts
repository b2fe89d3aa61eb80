import { PRIORITIES } from '@heliograph/contracts'
import type { Task, TaskList } from 'graphile-worker'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Dispatcher } from '../dispatch/dispatcher.ts'
import { dispatchTask, priorityFlag, routeFlag } from './job-specs.ts'

/** Older releases may have queued what this one runs: a payload is checked before it is used. */
const payloadCheck = Compile(Type.Object({ ids: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1 }) }))

/** A job that starts this much after it was added was added to run later. */
const DELAYED_MS = 500

/** One task for each route. */
export function dispatchTasks(dispatcher: Dispatcher): TaskList {
  return Object.fromEntries(dispatcher.routes.map((route) => [dispatchTask(route), makeTask(dispatcher, route)]))
}

function makeTask(dispatcher: Dispatcher, route: string): Task {
  return async (payload, { job }) => {
    if (!payloadCheck.Check(payload)) throw new Error(`dispatch job ${job.id}: payload is not { ids }`)
    await dispatcher.run({
      jobId: Number(job.id),
      route,
      priority: job.priority,
      runAt: job.run_at,
      delayed: job.run_at.getTime() - job.created_at.getTime() > DELAYED_MS,
      smsIds: payload.ids,
    })
  }
}

/** What not to fetch now: routes without a link that is up, and priorities of which enough is in memory. */
export function forbiddenFlags(dispatcher: Dispatcher, jobsPerPriority: number): string[] {
  const flags: string[] = []
  for (const route of dispatcher.routes) {
    if (!dispatcher.isRouteOpen(route)) flags.push(routeFlag(route))
    else {
      for (const priority of Object.values(PRIORITIES)) {
        if (dispatcher.jobsHeld(route, priority) >= jobsPerPriority) flags.push(priorityFlag(route, priority))
      }
    }
  }
  return flags
}

/** Workers for a route: enough that every priority can hold its share while one more looks for something urgent. */
export function dispatchConcurrency(routes: number, jobsPerPriority: number): number {
  return routes * jobsPerPriority * Object.keys(PRIORITIES).length + 1
}
