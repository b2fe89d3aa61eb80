import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

/** Where a function is; lines and columns from 0, as in a V8 profile. */
export interface CodePlace {
  readonly url: string
  readonly lineNumber: number
  readonly columnNumber?: number
}

/**
 * Leads from compiled code to its source, by the source map beside a file: a compiled file may have the code of a whole
 * package. A place without one is returned as it is. `read` throws when there is no such file.
 */
export function createSourcePlaces(
  read: (url: URL) => string = (url) => readFileSync(url, 'utf8'),
): (place: CodePlace) => Pick<CodePlace, 'url' | 'lineNumber'> {
  const maps = new Map<string, SourceMap | undefined>()
  return (place) => {
    const { url, lineNumber, columnNumber = 0 } = place
    if (!/^file:.*\/dist\/.*\.js$/.test(url)) return place
    if (!maps.has(url)) maps.set(url, readMap(url, read))
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber)
    if (entry === undefined || !('originalSource' in entry)) return place
    return { url: new URL(entry.originalSource, url).href, lineNumber: entry.originalLine }
  }
}

function readMap(url: string, read: (url: URL) => string): SourceMap | undefined {
  let text: string
  try {
    text = read(new URL(`${url}.map`))
  } catch {
    return undefined
  }
  return new SourceMap(JSON.parse(text) as SourceMapPayload)
}
