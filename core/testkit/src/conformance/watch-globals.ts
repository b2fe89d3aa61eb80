import { callSite } from './call-site.ts'

type Tell = (misdeed: string) => void

const CLOCK = 'time comes from context.clock'
let isWatching = false

/**
 * Calls `tell` whenever code of a module reads the time, calls `fetch`, writes to the console or listens to the process
 * instead of using its context. Installed once per process: `tell` finds out which instance did it, which in most cases
 * is none.
 */
export function watchGlobals(tell: Tell): void {
  if (isWatching) return
  isWatching = true
  watchDate(tell)
  watchFetch(tell)
  watchConsole(tell)
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
