import { callSite } from './call-site.ts'

/** Notes what a module did; false when no module did it. */
type Tell = (misdeed: string) => boolean

const CLOCK = 'time comes from context.clock'
let isWatching = false

/**
 * Calls `tell` whenever code of a module reads the time, calls `fetch`, writes to the console, changes the environment,
 * or listens to the process or ends it, instead of using its context. Installed once per process: `tell` finds out
 * which instance did it, if any; in most cases it is the host itself.
 */
export function watchGlobals(tell: Tell): void {
  if (isWatching) return
  isWatching = true
  watchDate(tell)
  watchFetch(tell)
  watchConsole(tell)
  watchEnvironment(tell)
  watchExit(tell)
  process.on('newListener', function listening(event) {
    const site = callSite(listening)
    // Node also listens to its own process.
    if (site.through.some((frame) => !frame.includes('node:events'))) return
    tell(`listens to '${String(event)}' of the process at ${site.place}`)
  })
}

function watchDate(tell: Tell): void {
  const RealDate = Date
  const reported = (what: string, called: () => unknown) => {
    const { isOwn, place } = callSite(called)
    if (isOwn) tell(`calls ${what} at ${place}: ${CLOCK}`)
  }
  const now = () => {
    reported('Date.now()', now)
    return RealDate.now()
  }
  const construct: ProxyHandler<DateConstructor>['construct'] & {} = (target, args, newTarget) => {
    if (args.length === 0) reported('new Date()', construct as () => object)
    return Reflect.construct(target, args, newTarget)
  }
  const Watched = new Proxy(RealDate, {
    construct,
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
  // Some libraries recognise a date by its constructor.
  RealDate.prototype.constructor = Watched
  globalThis.Date = Watched
}

function watchFetch(tell: Tell): void {
  const real = globalThis.fetch
  const fetch: typeof real = (...args) => {
    const { isOwn, place } = callSite(fetch)
    if (isOwn) tell(`calls fetch at ${place}: outbound HTTP goes through context.http`)
    return real(...args)
  }
  globalThis.fetch = fetch
}

function watchConsole(tell: Tell): void {
  for (const stream of [process.stdout, process.stderr]) {
    const real = stream.write
    const write = ((...args: Parameters<typeof real>) => {
      const { isOwn, place } = callSite(write)
      if (isOwn) tell(`writes to the console at ${place}: what there is to say goes to context.logger`)
      return Reflect.apply(real, stream, args)
    }) as typeof real
    stream.write = write
  }
}

/** What the process has belongs to all modules: the time zone of one would be that of all. */
function watchEnvironment(tell: Tell): void {
  const changed = (name: string | symbol, called: (...args: never[]) => unknown) => {
    const { isOwn, place } = callSite(called)
    if (isOwn) tell(`changes ${String(name)} in the environment of the process at ${place}: all modules share it`)
  }
  const set: ProxyHandler<NodeJS.ProcessEnv>['set'] & {} = (target, name, value) => {
    changed(name, set as () => unknown)
    return Reflect.set(target, name, value)
  }
  const deleteProperty: ProxyHandler<NodeJS.ProcessEnv>['deleteProperty'] & {} = (target, name) => {
    changed(name, deleteProperty as () => unknown)
    return Reflect.deleteProperty(target, name)
  }
  process.env = new Proxy(process.env, { set, deleteProperty })
}

/** In a gateway all modules would end with the process; here the tests would, and those that are left would pass. */
function watchExit(tell: Tell): void {
  for (const name of ['exit', 'abort'] as const) {
    const real = process[name] as (code?: number) => never
    const end = (code?: number): never => {
      const { isOwn, place } = callSite(end)
      const misdeed = `ends the process at ${place}: report a fault by throwing, or by \`health\``
      if (isOwn && tell(misdeed)) throw new Error(`The module ${misdeed}`)
      return Reflect.apply(real, process, [code])
    }
    process[name] = end
  }
}
