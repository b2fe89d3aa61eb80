/** The longest line, in octets, without its line end: collectors cut or refuse longer ones, and then it is no JSON. */
const LONGEST_LINE = 1_000

/** How much of each value is kept: characters of a text, items of a list, places of a stack, fields within a field. */
interface Kept {
  readonly characters: number
  readonly items: number
  readonly places: number
  readonly fields: number
}

/** Tried one after the other, until the line fits. */
const STEPS: readonly Kept[] = [
  { characters: 400, items: 20, places: 8, fields: 30 },
  { characters: 160, items: 8, places: 4, fields: 15 },
  { characters: 60, items: 3, places: 2, fields: 8 },
]

/** A line as it is written when nothing else fits: these are short, or cut by the last step. */
const ALWAYS: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'instance', 'err'])

/**
 * Makes a JSON log line fit: long texts, lists and stacks lose their ends, more of them the longer the line is.
 * `shortened` then says so.
 */
export function fitLine(line: string): string {
  if (fits(line)) return line
  const fields = JSON.parse(line) as Record<string, unknown>
  for (const kept of STEPS) {
    const shorter = written(shortenFields(fields, kept))
    if (fits(shorter)) return shorter
  }
  const last = Object.entries(fields).filter(([name]) => ALWAYS.has(name))
  const shorter = written(shortenFields(Object.fromEntries(last), { characters: 60, items: 0, places: 1, fields: 5 }))
  return fits(shorter) ? shorter : written({ level: fields.level, time: fields.time, msg: 'a log line was too long' })
}

/** The line end is not counted. */
function fits(line: string): boolean {
  return line.length <= LONGEST_LINE && Buffer.byteLength(line.trimEnd()) <= LONGEST_LINE
}

function written(fields: object): string {
  return `${JSON.stringify({ ...fields, shortened: true })}\n`
}

function shortenFields(fields: object, kept: Kept): Record<string, unknown> {
  const shorter: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    shorter[name] = name === 'stack' && typeof value === 'string' ? shortenStack(value, kept) : shorten(value, kept)
  }
  return shorter
}

function shorten(value: unknown, kept: Kept): unknown {
  if (typeof value === 'string') return cut(value, kept.characters)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.slice(0, kept.items).map((item) => shorten(item, kept))
    return value.length > kept.items ? [...items, `... ${value.length - kept.items} more`] : items
  }
  return shortenFields(Object.fromEntries(Object.entries(value).slice(0, kept.fields)), kept)
}

function cut(text: string, characters: number): string {
  if (text.length <= characters) return text
  return `${text.slice(0, characters).replace(HALF, '')}... ${text.length - characters} more`
}

/** The first half of a character, left over by a cut. */
const HALF = /[\ud800-\udbff]$/

/** The message is a field of its own, so only its begin is kept here; then come the innermost places. */
function shortenStack(stack: string, kept: Kept): string {
  const places = stack.split('\n').filter((each) => /^\s+at /.test(each))
  const head = stack.slice(0, places.length === 0 ? undefined : stack.indexOf(places[0] as string))
  return [cut(head.trimEnd(), 60), ...places.slice(0, kept.places)].join('\n')
}
