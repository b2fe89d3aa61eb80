import { type Debugger, type Runtime, Session } from 'node:inspector'
import { findSourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A function of any kind. */
export type Code = (...args: never[]) => unknown

/** Where the inspector finds the function that is asked for. */
const ASKED = Symbol.for('heliograph.testkit.asked-function')

/** The files of the scripts that this process has loaded, by the inspector's ids. */
const files = new Map<string, string>()

/** Where a function is written: `path/to/file.ts:12:3`. Undefined for a function of no file. Only the engine knows. */
export function placeOfFunction(code: Code): string | undefined {
  const session = new Session()
  session.connect()
  try {
    const location = locationOf(session, code)
    if (location === undefined) return undefined
    if (!files.has(location.scriptId)) readFiles(session)
    const url = files.get(location.scriptId)
    return url?.startsWith('file:') ? placeIn(url, location) : undefined
  } finally {
    session.disconnect()
  }
}

/** Takes tens of milliseconds, so that it is done only when there are new scripts. */
function readFiles(session: Session): void {
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url))
  session.post('Debugger.enable')
  session.post('Debugger.disable')
}

/** Answers of the inspector to its own thread come before `post` returns. */
function locationOf(session: Session, code: Code): Debugger.Location | undefined {
  const place = globalThis as Record<symbol, unknown>
  place[ASKED] = code
  let location: Debugger.Location | undefined
  const expression = `globalThis[Symbol.for(${JSON.stringify(ASKED.description)})]`
  session.post('Runtime.evaluate', { expression }, (_, answer?: Runtime.EvaluateReturnType) => {
    const objectId = answer?.result.objectId
    if (objectId === undefined) return
    session.post('Runtime.getProperties', { objectId, ownProperties: true }, (_, found) => {
      location = found?.internalProperties?.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value
    })
  })
  delete place[ASKED]
  return location
}

/** The place in the file that was written, where a source map leads from the one that runs. */
function placeIn(url: string, { lineNumber, columnNumber = 0 }: Debugger.Location): string {
  const found = findSourceMap(url)?.findEntry(lineNumber, columnNumber)
  const [file, line, column] =
    found !== undefined && 'originalSource' in found
      ? [found.originalSource, found.originalLine, found.originalColumn]
      : [url, lineNumber, columnNumber]
  const path = file.startsWith('file:') ? fileURLToPath(file) : file
  return `${path}:${line + 1}:${column + 1}`
}
