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
  process.on('newListener', (event) => {
    const site = callSite([import.meta.url])
    // Node also listens to its own process.
    if (site.through.some((frame) => !frame.includes('node:events'))) return
    tell(`listens to '${String(event)}' of the process at ${site.place}`)
  })
}

function watchDate(tell: Tell): void {
  const RealDate = Date
  const told = (what: string) => {
    const { isOwn, place } = callSite([import.meta.url])
    if (isOwn) tell(`calls ${what} at ${place}: ${CLOCK}`)
  }
  const now = () => {
    told('Date.now()')
    return RealDate.now()
  }
  const Watched = new Proxy(RealDate, {
    construct(target, args, newTarget) {
      if (args.length === 0) told('new Date()')
      return Reflect.construct(target, args, newTarget)
    },
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
  // Some libraries recognise a date by its constructor.
  RealDate.prototype.constructor = Watched
  globalThis.Date = Watched
}

function watchFetch(tell: Tell): void {
  const real = globalThis.fetch
  globalThis.fetch = (...args) => {
    const { isOwn, place } = callSite([import.meta.url])
    if (isOwn) tell(`calls fetch at ${place}: outbound HTTP goes through context.http`)
    return real(...args)
  }
}

function watchConsole(tell: Tell): void {
  for (const stream of [process.stdout, process.stderr]) {
    const real = stream.write
    stream.write = ((...args: Parameters<typeof real>) => {
      const { isOwn, place } = callSite([import.meta.url])
      if (isOwn) tell(`writes to the console at ${place}: what there is to say goes to context.logger`)
      return Reflect.apply(real, stream, args)
    }) as typeof real
  }
}
