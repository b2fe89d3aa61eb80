import { createHash } from 'node:crypto'
import type { HttpRequest, Principal, Submissions, SubmitRequest } from '@heliograph/contracts'
import { type Change, GOOD, type Mistake, plain, sending, tinyWith } from '../fixtures/mistaken-adapter.ts'

const AT_ONCE = `keeps clients apart that send at the same time: ${GOOD}`
const ZONES = `the same in every time zone of a server: ${GOOD}`
const UPTIME = `the same when it has been up for long: ${GOOD}`
const REPEATED = `takes the same again for another message: ${GOOD}`

/** Submits what the good adapter does, changed. */
const submitting =
  (change: (request: SubmitRequest) => SubmitRequest): Change =>
  (_adapter, context, config) => {
    const { submissions } = context.services
    const submit: Submissions['submit'] = (principal, request) => submissions.submit(principal, change(request))
    return tinyWith(context, config, { submissions: { ...submissions, submit } })
  }

/** Requests at the same time, times, memory, and the same request again: what shows in the life of an instance. */
export const LONG_LIFE_FAULTS: readonly Mistake[] = [
  {
    name: 'the sender of the request that came last',
    adapter: ({ routes = [] }) => {
      let sender: Principal | undefined
      return {
        routes: routes.map((route) => ({
          ...route,
          authenticate: async (request: HttpRequest) => {
            const identity = await route.authenticate?.(request)
            sender = identity?.principal
            return identity as never
          },
          handler: (request, identity) => route.handler(request, { ...identity, principal: sender } as typeof identity),
        })),
      }
    },
    fails: AT_ONCE,
    because: /two clients that send at the same time are taken for each other/,
  },
  {
    name: 'times without a zone, in that of the server',
    adapter: submitting((request) => ({
      ...request,
      messages: request.messages.map((message) => ({ ...message, sendAt: new Date('2026-03-01T12:00:00') })),
    })),
    fails: ZONES,
    because: /another in Pacific\/Pago_Pago than in Pacific\/Kiritimati/,
  },
  {
    name: 'a date written in the zone of the server',
    adapter: sending(async (_request, good, { clock }) => {
      await good()
      return plain(200, `OK 1 ${new Date(clock.now()).getDate()}`)
    }),
    fails: ZONES,
    because: /another in Pacific\/Pago_Pago/,
  },
  {
    name: 'a time that is asked for once',
    adapter: (adapter, context, config) => {
      const now = context.clock.now()
      const soon = submitting((request) => ({
        ...request,
        messages: request.messages.map((message) => ({ ...message, sendAt: new Date(now + 3_600_000) })),
      }))
      return soon(adapter, context, config)
    },
    fails: UPTIME,
    because: /another when the instance has been up for 36 hours/,
  },
  {
    name: 'requests that are kept, for a look later',
    adapter: (adapter, context, config) => {
      const kept: HttpRequest[] = []
      return sending((request, good) => {
        kept.push(request)
        return good()
      })(adapter, context, config)
    },
    fails: `keeps no request in memory: ${GOOD}`,
    because: /100 of 100 requests are still in memory after they were answered/,
  },
  {
    name: 'an id made of number and text, so that a reminder is a repetition',
    adapter: submitting((request) => ({
      ...request,
      messages: request.messages.map((message) => ({
        ...message,
        destinations: message.destinations.map(({ to }) => ({
          to,
          messageId: createHash('sha256').update(`${to} ${message.text}`).digest('hex'),
        })),
      })),
    })),
    fails: REPEATED,
    because: /is taken for a repetition of the first, by the id [0-9a-f]{64}/,
  },
]
