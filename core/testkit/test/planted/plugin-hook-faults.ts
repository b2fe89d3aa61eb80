import type { Hooks, MessageChanges, Plugin, RequestToAccept } from '@heliograph/contracts'
import { threadCpuMs } from '../../src/thread-cpu.ts'
import type { HookTools } from '../fixtures/hooked-plugin.ts'
import type { PlantedFault } from './planted-fault.ts'

/** One fault of the hooks of a plugin, and the check that has to notice it. */
export interface HookFault extends PlantedFault {
  readonly hooks?: (good: Hooks, tools: HookTools) => Partial<Hooks>
  readonly plugin?: (good: Plugin) => Plugin
}

const ORDINARY = 'decided as its row says: an ordinary text'
const AT_ONCE = '250 at once are decided alike, without blocking others: an ordinary text'

/** A hook that does something with what the good one answers. */
const after =
  (change: (decisions: readonly unknown[], given: readonly RequestToAccept[]) => unknown) =>
  (good: Hooks): Partial<Hooks> => ({
    beforeAccepting: async (given, signal) =>
      change((await good.beforeAccepting?.(given, signal)) ?? [], given) as never,
  })

/** Keeps the thread busy. */
function block(ms: number): void {
  const begun = threadCpuMs()
  while (threadCpuMs() - begun < ms);
}

/** In what a plugin does when it has a say. */
export const HOOK_FAULTS: readonly HookFault[] = [
  {
    name: 'hooks that are not there',
    plugin: () => ({}),
    fails: 'declares its hooks',
    because: /`hooks` and its capability go together/,
  },
  {
    name: 'a request that the hook changes itself',
    hooks: after((decisions, given) => {
      for (const { request } of given) (request.messages[0] as { text: string }).text = 'mine'
      return decisions
    }),
    fails: ORDINARY,
    because: /beforeAccepting failed: TypeError: Cannot assign to read only property 'text'/,
  },
  {
    name: 'one decision, however many are asked about',
    hooks: after((decisions) => decisions.slice(0, 1)),
    fails: AT_ONCE,
    because: /beforeAccepting answers 250 requests with 1/,
  },
  {
    name: 'a limit that counts what is asked at once',
    hooks: after((decisions) => decisions.map((decision, index) => (index < 100 ? decision : { refuse: {} }))),
    fails: AT_ONCE,
    because: /what is the same is decided differently/,
  },
  {
    name: 'refusals first, whichever request they are of',
    hooks: after((decisions) =>
      decisions.toSorted((one, other) => Number('refuse' in Object(other)) - Number('refuse' in Object(one))),
    ),
    fails: 'each request gets the decision on it, whichever come with it',
    because: /requests that are asked about at once get the decisions on each other/,
  },
  {
    name: 'a limit that only this process knows',
    hooks(good) {
      let asked = 0
      return {
        beforeAccepting(given, signal) {
          asked += 1
          if (asked === 1) return good.beforeAccepting?.(given, signal) ?? []
          return given.map(() => ({ refuse: { category: 'throttled', text: 'Enough' } }))
        },
      }
    },
    fails: 'decided the same again, and after a restart: an ordinary text',
    because: /asked again, /,
  },
  {
    name: 'work that keeps others waiting',
    hooks: after((decisions) => {
      if (decisions.length > 1) block(400)
      return decisions
    }),
    fails: AT_ONCE,
    because: /it keeps the event loop to itself for \d+ ms/,
  },
  {
    name: 'an error category that no refusal may have',
    hooks: after((decisions) => decisions.map(() => ({ refuse: { category: 'internal', text: 'No' } }))),
    fails: ORDINARY,
    because: /a refusal has the category internal/,
  },
  {
    name: 'a price in words',
    hooks: after((_decisions, given) =>
      given.map(({ request }) => ({
        messages: request.messages.map((): MessageChanges => ({ pricePerPart: 'free' })),
      })),
    ),
    fails: ORDINARY,
    because: /'free' is no price/,
  },
  {
    name: 'routes for some messages only',
    hooks: () => ({ beforeRouting: (messages) => messages.slice(1).map(() => undefined) }),
    fails: ORDINARY,
    because: /beforeRouting failed: .*it has 0 entries for 1/,
  },
  {
    name: 'a service that fails, and is taken for a yes',
    hooks: (good) => ({
      beforeAccepting: async (given, signal) => {
        try {
          return (await good.beforeAccepting?.(given, signal)) ?? []
        } catch {
          return given.map(() => undefined)
        }
      },
    }),
    fails: 'a service that fails changes nothing but as declared: a word that is not sent',
    because: /call 1 of a service failed, refused should be/,
  },
  {
    name: 'a server that is waited for beyond the deadline',
    hooks: (good) => ({
      beforeAccepting: (given) => good.beforeAccepting?.(given, new AbortController().signal) ?? [],
    }),
    fails: 'another server that is silent is given up at the deadline: an ordinary text',
    because: /its requests go on after the deadline: give them up by the `signal`/,
  },
]
