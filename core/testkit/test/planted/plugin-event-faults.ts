import type { MessageEvent } from '@heliograph/contracts'
import { CALLERS_TOKEN, type CounterParts, createParts, type Tools } from '../fixtures/counting-plugin.ts'
import type { PluginFault } from './plugin-fault.ts'

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

/** In what a plugin does with events. */
export const EVENT_FAULTS: readonly PluginFault[] = [
  {
    name: 'a count under a name of its own, for all instances',
    parts(_good, tools) {
      const state = tools.services.store.of('counter')
      const parts: CounterParts = createParts({ ...tools, state }, CALLERS_TOKEN, () => parts)
      return parts
    },
    fails: 'handed over once: counts',
    because: /asks heliograph\.\S+\.of for what 'counter' keeps at .*plugin-event-faults/,
  },
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
