import { fileURLToPath } from 'node:url'

/** A place in a source file. */
export interface SourcePlace {
  /** Absolute path. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
}

/**
 * The files and lines in an error's stack, from where it was thrown outwards, without Node's own. The place that Node
 * puts on top of the stack of a syntax error comes first. Empty for a value that is not an error.
 */
export function placesOf(thrown: unknown): readonly SourcePlace[] {
  if (!(thrown instanceof Error)) return []
  return String(thrown.stack ?? '')
    .split('\n')
    .flatMap((line, index) => {
      const [, where, number] = frameOf(line) ?? (index === 0 ? (DECORATION.exec(line) ?? []) : [])
      const file = where === undefined ? undefined : pathOf(where)
      return file === undefined ? [] : [{ file, line: Number(number) }]
    })
}

/** The place in the form that editors and terminals understand: `/path/file.js:12`. */
export function formatPlace({ file, line }: SourcePlace): string {
  return `${file}:${line}`
}

/** A thrown value in one line: its message, and the place where it was thrown if known. */
export function describeThrown(thrown: unknown): string {
  const [place] = placesOf(thrown)
  return `${thrown instanceof Error ? thrown.message : String(thrown)}${place ? ` (${formatPlace(place)})` : ''}`
}

/** The stack of an error and of its causes. Undefined for a value that is not an error. */
export function wholeStack(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const own = String(thrown.stack ?? thrown.message)
  const cause = wholeStack(thrown.cause)
  return cause === undefined ? own : `${own}\ncaused by: ${cause}`
}

/** `   at name (file:line:column)`, in pieces, since lines may also be of a message with a client's text. */
const FRAME = /^\s+at /
const POSITION = /:(\d+):\d+\)?$/

/** The line, its file and its number. */
function frameOf(line: string): readonly string[] | undefined {
  const [start] = FRAME.exec(line) ?? []
  const position = POSITION.exec(line)
  if (start === undefined || position === null) return undefined
  const place = line.slice(start.length, position.index)
  const where = place.slice(place.lastIndexOf('(') + 1)
  return where === '' ? undefined : [line, where, position[1] as string]
}

const DECORATION = /^((?:file:\/\/|\/|[A-Za-z]:[/\\]).*?):(\d+)$/

/** Undefined for Node's own modules, and for text that is not a path. A module may have been imported with a query. */
function pathOf(where: string): string | undefined {
  if (!where.startsWith('file:')) return /^(?:\/|[A-Za-z]:[/\\])/.test(where) ? where : undefined
  try {
    return fileURLToPath(where)
  } catch {
    return undefined
  }
}
