import { type MessageEvent, OutboundError } from '@heliograph/contracts'
import { type CounterParts, PERIOD_MS, type Tools } from '../fixtures/counting-plugin.ts'

/** One fault of a plugin, and the check that has to notice it. */
export interface PluginFault {
  readonly name: string
  readonly parts: (good: CounterParts, tools: Tools) => Partial<CounterParts>
  readonly fails: string
  readonly because: RegExp
}

const LOST = 'none is lost or counted twice when a service fails: counts'

const isDelivered = (event: MessageEvent) => event.kind === 'message-ended' && event.state === 'delivered'

/** A count of its own, which the other parts read; `isNew` decides which events count. */
const counting =
  (add: (events: readonly MessageEvent[], count: Count, tools: Tools) => Promise<void>): PluginFault['parts'] =>
  (_good, tools) => {
    const count: Count = {
      async read() {
        return Number((await tools.state.get('count')) ?? 0)
      },
      async raise(by) {
        await tools.state.set({ key: 'count', value: String((await count.read()) + by), expiresAt: new Date(8.64e15) })
      },
      has: async (id) => (await tools.state.get(`event:${id}`)) !== undefined,
      mark: async (id) => void (await tools.state.add({ key: `event:${id}`, value: '', expiresAt: new Date(8.64e15) })),
    }
    return { read: count.read, add: (events) => add(events.filter(isDelivered), count, tools) }
  }

interface Count {
  read(): Promise<number>
  raise(by: number): Promise<void>
  has(eventId: number): Promise<boolean>
  mark(eventId: number): Promise<void>
}

const EVENT_FAULTS: readonly PluginFault[] = [
  {
    name: 'a count in memory',
    parts() {
      const ids = new Set<number>()
      return {
        add: async (events) => void events.filter(isDelivered).forEach(({ eventId }) => void ids.add(eventId)),
        read: async () => ids.size,
      }
    },
    fails: 'handed over again after a restart: counts',
    because: /after a restart, what is seen should be '2' but is '0'/,
  },
  {
    name: 'a memory of events that a restart ends',
    parts(good, tools) {
      const known = new Set<number>()
      return counting(async (events, count) => {
        const fresh = events.filter(({ eventId }) => !known.has(eventId))
        await count.raise(fresh.length)
        for (const { eventId } of fresh) known.add(eventId)
      })(good, tools)
    },
    fails: 'handed over again after a restart: counts',
    because: /what is seen should be '2' but is '4'/,
  },
  {
    name: 'events that count as often as they come',
    parts: counting((events, count) => count.raise(events.length)),
    fails: 'handed over twice: counts',
    because: /what is seen should be '2' but is '4'/,
  },
  {
    name: 'an event that is there twice in one batch',
    parts: counting(async (events, count) => {
      const isNew = await Promise.all(events.map(({ eventId }) => count.has(eventId).then((has) => !has)))
      await count.raise(isNew.filter(Boolean).length)
      for (const { eventId } of events) await count.mark(eventId)
    }),
    fails: 'handed over twice at once: counts',
    because: /what is seen should be '2' but is '4'/,
  },
  {
    name: 'an event that is marked before it counts',
    parts: counting(async (events, count) => {
      for (const { eventId } of events) {
        if (await count.has(eventId)) continue
        await count.mark(eventId)
        await count.raise(1)
      }
    }),
    fails: LOST,
    because: /of a service failed, what is seen should be '2' but is '1'/,
  },
  {
    name: 'an event that counts before it is marked',
    parts: counting(async (events, count) => {
      for (const { eventId } of events) {
        if (await count.has(eventId)) continue
        await count.raise(1)
        await count.mark(eventId)
      }
    }),
    fails: LOST,
    because: /of a service failed, what is seen should be '2' but is '3'/,
  },
  {
    name: 'a memory of the last event alone',
    parts: counting(async (events, count, { state }) => {
      for (const { eventId } of events) {
        if ((await state.get('last')) === String(eventId)) continue
        await state.set({ key: 'last', value: String(eventId), expiresAt: new Date(8.64e15) })
        await count.raise(1)
      }
    }),
    fails: 'handed over again after others: counts',
    because: /what came again was done again/,
  },
  {
    name: 'a belief that events come in order',
    parts: counting(async (events, count, { state }) => {
      for (const { eventId } of events) {
        if (eventId <= Number((await state.get('last')) ?? 0)) continue
        await state.set({ key: 'last', value: String(eventId), expiresAt: new Date(8.64e15) })
        await count.raise(1)
      }
    }),
    fails: 'in reverse order: counts',
    because: /what is seen should be '2' but is '1'/,
  },
  {
    name: 'an event alone in its batch that is forgotten',
    parts: (good) => ({ add: async (events, signal) => (events.length > 1 ? good.add(events, signal) : undefined) }),
    fails: 'one by one: counts',
    because: /what is seen should be '2' but is '0'/,
  },
  {
    name: 'a state that it does not expect',
    parts: (good) => ({
      async add(events, signal) {
        for (const event of events)
          if (event.kind === 'message-ended' && event.state === 'unconfirmed') throw new Error('?')
        return good.add(events, signal)
      },
    }),
    fails: 'takes events with everything that they may have: counts',
    because: /did not take .*unconfirmed/,
  },
  {
    name: 'a text that it does not expect',
    parts: (good) => ({
      async add(events, signal) {
        for (const event of events)
          if (event.kind === 'message-ended') decodeURIComponent(`%${event.reference ?? '20'}`)
        return good.add(events, signal)
      },
    }),
    fails: 'takes events with everything that they may have: counts',
    because: /did not take .*reference.*URI malformed/s,
  },
  {
    name: 'an error that the handler keeps to itself',
    parts: (good) => ({ add: (events, signal) => good.add(events, signal).catch(() => undefined) }),
    fails: LOST,
    because: /failed, what is seen should be '2' but is '0'/,
  },
  {
    name: 'a handler that does not wait for its work',
    parts: (good) => ({
      async add(events, signal) {
        good.add(events, signal).catch(() => undefined)
      },
    }),
    fails: LOST,
    because: /what is seen should be '2' but is '0'/,
  },
  {
    name: 'a handler that throws',
    parts: () => ({ add: () => Promise.reject(new Error('no')) }),
    fails: 'handed over once: counts',
    because: /did not take message-ended in 20 tries: Error: no/,
  },
  {
    name: 'a handler that never ends',
    parts: () => ({ add: () => new Promise(() => {}) }),
    fails: 'handed over once: counts',
    because: /too long for a promise/,
  },
  {
    name: 'a handler that wants each event again',
    parts: (good) => {
      const seen = new Set<number>()
      return {
        async add(events, signal) {
          await good.add(events, signal)
          const again = events.map(({ eventId }) => eventId).filter((id) => !seen.has(id))
          for (const id of again) seen.add(id)
          return again
        },
      }
    },
    fails: 'handed over once: counts',
    because: /did not take the events/,
  },
  {
    name: 'a handler that blocks the others',
    parts: (good) => ({
      add(events, signal) {
        for (const event of events) for (let turn = 0; turn < 4_000; turn += 1) structuredClone(event)
        return good.add(events, signal)
      },
    }),
    fails: 'takes a hundred at once without blocking others: counts',
    because: /keeps the event loop to itself/,
  },
  {
    name: 'a handler that waits for a silent server when it should stop',
    parts: (good, { http }) => ({
      async add(events, signal) {
        await http.request({ method: 'GET', url: 'https://peer.example/' })
        return good.add(events, signal)
      },
    }),
    fails: 'a stop ends with its signal while it is handled: counts',
    because: /after its signal|stop did not end/,
  },
  {
    name: 'an event that is lost when another server is away',
    parts: (good, { http }) => ({
      async add(events, signal) {
        const isThere = await http.request({ method: 'GET', url: 'https://peer.example/', signal }).then(
          () => true,
          () => false,
        )
        return isThere ? good.add(events, signal) : undefined
      },
    }),
    fails: 'when another server cannot be reached at first: counts',
    because: /what is seen should be '2' but is '0'/,
  },
]

const ROUTE_FAULTS: readonly PluginFault[] = [
  {
    name: 'a route for anybody',
    parts: (good) => ({ answerCount: async () => ({ status: 200, body: String(await good.read()) }) }),
    fails: 'refuses absent credentials: shows the count',
    because: /status should be 401 but is 200/,
  },
  {
    name: 'a token of which only the length counts',
    parts: () => ({
      checkToken({ headers }) {
        if (headers['x-token'] === undefined) throw new OutboundError('invalid-url', 'no token')
      },
    }),
    fails: 'refuses wrong credentials: shows the count',
    because: /status should be 401 but is 200/,
  },
  {
    name: 'a refusal that comes too late',
    parts: (good) => ({
      async answerReset(request) {
        await good.reset()
        good.checkToken(request)
        return { status: 204 }
      },
    }),
    fails: 'refuses wrong credentials: sets the count to zero',
    because: /it was done anyway/,
  },
  {
    name: 'a zero when the store is away',
    parts: (good) => ({
      async answerCount(request) {
        good.checkToken(request)
        return { status: 200, body: String(await good.read().catch(() => 0)) }
      },
    }),
    fails: 'is no success when a service fails: shows the count',
    because: /failed, and it is answered with 200/,
  },
  {
    name: 'a success before it is stored',
    parts: (good) => ({
      async answerReset(request) {
        good.checkToken(request)
        good.reset().catch(() => undefined)
        return { status: 204 }
      },
    }),
    fails: 'is no success when a service fails: sets the count to zero',
    because: /answered with 204, and, what is seen should be '0' but is '1'/,
  },
  {
    name: 'an error that shows its cause',
    parts: () => ({
      formatError: (error) => ({ status: 500, body: String((error.cause as Error | undefined)?.message) }),
    }),
    fails: 'formatError gives unavailable a form',
    because: /text of a cause is shown/,
  },
  {
    name: 'an error that looks like success',
    parts: () => ({ formatError: () => ({ status: 200 }) }),
    fails: 'formatError gives not-found a form',
    because: /status of success/,
  },
  {
    name: 'a handler that breaks at what is no text',
    parts: (good) => ({
      async answerCount(request) {
        decodeURIComponent(request.query)
        return good.answerCount(request)
      },
    }),
    fails: 'answers octets and queries that are nothing',
    because: /failed inside/,
  },
  {
    name: 'a route that no row asks',
    parts: () => ({
      finish: (plugin) => ({
        ...plugin,
        routes: [...(plugin.routes ?? []), { method: 'GET', path: '/dump', handler: () => ({ status: 200 }) }],
      }),
    }),
    fails: 'its table asks every route',
    because: /GET \/dump/,
  },
  {
    name: 'no routes',
    parts: () => ({ finish: (plugin) => ({ ...plugin, routes: [] }) }),
    fails: 'has routes and a form for errors',
    because: /disagree/,
  },
  {
    name: 'a body without a limit of its own',
    parts: () => ({
      finish: (plugin) => ({
        ...plugin,
        formatError: (error) => ({ status: error.category === 'too-large' ? 200 : 500 }),
      }),
    }),
    fails: 'refuses a body over the limit: shows the count',
    because: /too large is answered with 200/,
  },
  {
    name: 'a secret in an answer',
    parts: (good) => ({
      async answerCount(request) {
        const answer = await good.answerCount(request)
        return { ...answer, headers: { 'x-asked-with': request.headers['x-token'] ?? '' } }
      },
    }),
    fails: 'shows the count',
    because: /a secret of the configuration is in the response/,
  },
  {
    name: 'a secret in the log',
    parts: (good, { logger }) => ({
      answerCount(request) {
        logger.debug({ headers: request.headers }, 'asked')
        return good.answerCount(request)
      },
    }),
    fails: 'shows the count',
    because: /a secret value is in the log/,
  },
]

const TASK_FAULTS: readonly PluginFault[] = [
  {
    name: "a timer of Node's",
    parts: (good) => ({
      runTask() {
        const timer = setInterval(() => void good.report(), PERIOD_MS).unref()
        return async () => clearInterval(timer)
      },
    }),
    fails: 'done in its time: reports',
    because: /after 5000 ms, what is seen should be 1 element/,
  },
  {
    name: 'a report at once',
    parts: (good) => ({
      runTask() {
        const done = good.report()
        const end = good.runTask()
        return async () => {
          await done
          await end()
        }
      },
    }),
    fails: 'done in its time: reports',
    because: /before its time|should be 1 element/,
  },
  {
    name: 'a task that ends with its first failure',
    parts: (_good, { clock, http, end }) => ({
      runTask() {
        let cancel = () => {}
        const plan = () => {
          const report = () => http.request({ method: 'POST', url: 'https://reports.example/', body: '0', signal: end })
          cancel = clock.after(PERIOD_MS, () => void report().then(plan, () => undefined))
        }
        plan()
        return async () => cancel()
      },
    }),
    fails: 'done again after another server could not be reached: reports',
    because: /4 periods later, what is seen should be 1 element/,
  },
  {
    name: 'a task that ends when the store is away',
    parts: (good, { clock, http, end }) => ({
      runTask() {
        let cancel = () => {}
        const report = async () => {
          const body = String(await good.read())
          await http
            .request({ method: 'POST', url: 'https://reports.example/', body, signal: end })
            .catch(() => undefined)
          plan()
        }
        const plan = () => {
          cancel = clock.after(PERIOD_MS, () => void report().catch(() => undefined))
        }
        plan()
        return async () => cancel()
      },
    }),
    fails: 'done again after a service has failed: reports',
    because: /call 1 of a service failed, and 4 periods later/,
  },
  {
    name: 'a task that a stop does not end',
    parts: (good) => ({
      runTask() {
        good.runTask()
        return async () => {}
      },
    }),
    fails: 'not done after a stop: reports',
    because: /it was done after the stop|after the stop/,
  },
  {
    name: 'a task that overtakes itself',
    parts: (good, { clock }) => ({
      runTask() {
        let cancel = () => {}
        const running = new Set<Promise<void>>()
        const plan = () => {
          cancel = clock.after(PERIOD_MS, () => {
            plan()
            const done: Promise<void> = good.report().finally(() => running.delete(done))
            running.add(done)
          })
        }
        plan()
        return async () => {
          cancel()
          await Promise.all(running)
        }
      },
    }),
    fails: 'does not overtake itself while another server is silent: reports',
    because: /asks again while its request is under way/,
  },
  {
    name: 'a task that waits for a silent server when it should stop',
    parts: (_good, { http }) => ({
      report: async () => {
        await http.request({ method: 'POST', url: 'https://reports.example/', body: '0' }).catch(() => undefined)
      },
    }),
    fails: 'a stop ends with its signal while it is done: reports',
    because: /ms after its signal/,
  },
]

export const PLUGIN_FAULTS: readonly PluginFault[] = [...EVENT_FAULTS, ...ROUTE_FAULTS, ...TASK_FAULTS]
