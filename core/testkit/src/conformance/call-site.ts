import { fileURLToPath } from 'node:url'

/** Parts of the gateway that modules build on; modules are not responsible for what these do. */
const FOUNDATIONS = ['config', 'contracts', 'http', 'messaging', 'smpp'].map((name) =>
  folderOf(import.meta.resolve(`@heliograph/${name}`)),
)

/** Where something was called from: the first place that belongs neither to Node nor to the kit. */
export interface CallSite {
  /** `path/to/file.ts:12:3`, for people; undefined when only Node's own code was involved. */
  readonly place: string | undefined
  /** True for code of the module under test, false for a library that it uses. */
  readonly isOwn: boolean
  /** Node's own files between the call and `place`, innermost first. */
  readonly through: readonly string[]
}

/**
 * The caller of `called`, a function that runs at present. It is told by the function and not by the names of files:
 * where source maps are on, a stack names other files than those that run.
 */
export function callSite(called: Called): CallSite {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 30
  const key = positionsAbove(called)
  let site = known.get(key)
  if (site === undefined) {
    site = readSite(stackAbove(called))
    known.set(key, site)
  }
  Error.stackTraceLimit = stackTraceLimit
  return { ...site }
}

/** The same for one that is asked for seldom: the stack is written out then. */
export function callSiteLater(called: Called): () => CallSite {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 5
  const holder: { stack?: unknown } = {}
  Error.captureStackTrace(holder, called)
  Error.stackTraceLimit = stackTraceLimit
  return () => readSite(String(holder.stack))
}

type Called = (...args: never[]) => unknown

/** Sites by the stack that led there: to write one out, with its source maps, costs a hundred times as much. */
const known = new Map<string, CallSite>()

function stackAbove(called: Called): string {
  const holder: { stack?: unknown } = {}
  Error.captureStackTrace(holder, called)
  return String(holder.stack)
}

/** The same stack as Node has it. */
function positionsAbove(called: Called): string {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, frames) =>
    frames.map((frame) => `${frame.getFileName()}:${frame.getPosition()}`).join(' ')
  const positions = stackAbove(called)
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
  else Error.prepareStackTrace = prepareStackTrace
  return positions
}

function readSite(stack: string): CallSite {
  const frames = stack.split('\n').slice(1)
  const index = frames.findIndex((frame) => !frame.includes('node:'))
  const through = index < 0 ? frames : frames.slice(0, index)
  const place = index < 0 ? undefined : placeOf(frames[index] ?? '')
  const isForeign = !place || place.includes('/node_modules/') || FOUNDATIONS.some((each) => place.startsWith(each))
  return { place, isOwn: !isForeign, through }
}

function placeOf(frame: string): string {
  // regex-bound: a line of a stack of our own making.
  const [, place = frame.trim()] = /\(?((?:file:|\/|[A-Z]:\\)[^()]*:\d+:\d+)\)?$/.exec(frame) ?? []
  return place.startsWith('file:') ? place.replace(/^file:.*(?=:\d+:\d+$)/, (url) => fileURLToPath(url)) : place
}

/** The folder of a package, from the URL of its entry in `src` or `dist`. */
function folderOf(entry: string): string {
  return fileURLToPath(new URL('..', entry))
}
