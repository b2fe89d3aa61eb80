import { TimeSlice } from '@heliograph/wire'
import type { Operation, Version } from '../operation.ts'
import { parseQuery } from '../wire/read-query.ts'
import { submit } from './send.ts'

/** `GET /sms/3/text/query`. */
export const textQuery3Operation: Operation = {
  method: 'GET',
  path: '/sms/3/text/query',
  summary: 'Send a text by its query',
  handle: handlerOf(3),
}

/** `GET /sms/1/text/query`, which older programs log in to by its query as well. */
export const textQuery1Operation: Operation = {
  method: 'GET',
  path: '/sms/1/text/query',
  summary: 'Send a text by its query',
  takesLogin: true,
  handle: handlerOf(1),
}

function handlerOf(version: Version): Operation['handle'] {
  return async (context, call) => {
    const { clock, notServed } = context
    const slice = new TimeSlice()
    const send = parseQuery(call.request.query, version, { nowMs: clock.now(), notServed })
    if (slice.isOver) await slice.rest()
    return submit(context, call, send)
  }
}
