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

/** The caller of the function that calls this; `skip` are URLs of files to leave out. */
export function callSite(skip: readonly string[] = []): CallSite {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 30
  const key = `${skip.join()} ${positionsHere()}`
  let site = known.get(key)
  if (site === undefined) {
    site = readSite(new Error().stack ?? '', skip)
    known.set(key, site)
  }
  Error.stackTraceLimit = stackTraceLimit
  return { ...site }
}

/** Sites by the stack that led there: to write one out, with its source maps, costs a hundred times as much. */
const known = new Map<string, CallSite>()

/** The present stack as Node has it. */
function positionsHere(): string {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, frames) =>
    frames.map((frame) => `${frame.getFileName()}:${frame.getPosition()}`).join(' ')
  const positions = String(new Error().stack)
  if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
  else Error.prepareStackTrace = prepareStackTrace
  return positions
}

function readSite(stack: string, skip: readonly string[]): CallSite {
  // With source maps, a stack has paths instead of URLs.
  const skipped = [import.meta.url, ...skip].flatMap((url) => [url, fileURLToPath(url)])
  const frames = stack
    .split('\n')
    .slice(1)
    .filter((frame) => !skipped.some((url) => frame.includes(url)))
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

/** `src` or `dist` of a package, from the URL of its entry. */
function folderOf(entry: string): string {
  return fileURLToPath(new URL('.', entry))
}
