import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@heliograph/contracts'
import { type CallSite, callSite } from './call-site.ts'
import { assertSees } from './planted-calls.ts'
import { watchGlobals } from './watch-globals.ts'
import { type Account, type OpenHandle, watchHandles } from './watch-handles.ts'

/**
 * Records what an instance does on the side: the globals it uses, and the handles and timers it keeps. This covers
 * everything that runs through `run`, and whatever it starts later, but not the work of the kit, of the doubles or of
 * other instances.
 */
export interface Conduct {
  /** Runs work on behalf of the instance. */
  run<T>(work: () => T): T
  /** Returns the object with every method run as work of the instance. */
  guard<T extends object>(object: T): T
  /** Returns the clock; each of its timers is recorded with the place that set it. */
  clock(clock: Clock): Clock
  /** Forbidden actions, as sentences that name the place. */
  readonly misdeeds: readonly string[]
  /** Timers (Node's and the clock's) and sockets that exist now. */
  open(): readonly string[]
  /** Waits a little for handles that close in a later turn; resolves with what stays open. */
  left(): Promise<readonly string[]>
  /** Records a misdeed. */
  note(misdeed: string): void
}

/** Real time that Node may need to get rid of a closed handle. */
const CLOSING_MS = 2_000

/** Helpers of compilers, which libraries leave in the globals when they are loaded late. */
const OF_LIBRARIES = /^__/

const running = new AsyncLocalStorage<Account | undefined>()

/** Runs work of the kit or of a double, for which an instance is not responsible. */
export function asKit<T>(work: () => T): T {
  return running.run(undefined, work)
}

/** Starts to watch an instance, before it is created. */
export function createConduct(): Conduct {
  startWatching()
  const misdeeds = new Set<string>()
  const timers = new Set<CallSite>()
  const handles = new Set<OpenHandle>()
  const known = new Set(Object.getOwnPropertyNames(globalThis))
  const account: Account = { handles, note: (misdeed) => void misdeeds.add(misdeed) }
  const run = <T>(work: () => T): T => running.run(account, work)
  const open = () => [
    ...[...timers].map(({ place }) => `a timer of the clock, set at ${place}`),
    ...[...handles].map(({ kind, site }) => `a ${kind}, made at ${site.place}`),
  ]
  return {
    run,
    guard: (object) => guarded(object, run),
    clock: (clock) => tracedClock(clock, run, timers),
    note: account.note,
    get misdeeds() {
      const left = Object.getOwnPropertyNames(globalThis).filter((name) => !known.has(name) && !OF_LIBRARIES.test(name))
      return [...misdeeds, ...left.map((name) => `leaves globalThis.${name} behind: all modules share it`)]
    },
    open,
    async left() {
      const end = performance.now() + CLOSING_MS
      while (handles.size > 0 && performance.now() < end) await delay(1)
      return open()
    },
  }
}

let isWatching = false

/** Once per process. Throws when the watch does not see what it has to, rather than let everything pass. */
function startWatching(): void {
  if (isWatching) return
  watchGlobals((misdeed) => {
    const account = running.getStore()
    account?.note(misdeed)
    return account !== undefined
  })
  watchHandles(() => running.getStore())
  assertSees((work) => {
    const seen: string[] = []
    running.run({ handles: new Set(), note: (misdeed) => void seen.push(misdeed) }, work)
    return seen
  })
  isWatching = true
}

type Run = <T>(work: () => T) => T

function tracedClock(clock: Clock, run: Run, timers: Set<CallSite>): Clock {
  const after: Clock['after'] = (delayMs, callback) => {
    const site = callSite(after)
    timers.add(site)
    const cancel = clock.after(delayMs, () => {
      timers.delete(site)
      run(callback)
    })
    return () => {
      timers.delete(site)
      cancel()
    }
  }
  return { now: () => clock.now(), after }
}

function guarded<T extends object>(object: T, run: Run): T {
  return new Proxy(object, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => run(() => Reflect.apply(value, target, args))
    },
  })
}
