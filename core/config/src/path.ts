/** The way to a value in the configuration: names of keys, and positions in lists counted from 0. */
export type ConfigPath = readonly (string | number)[]

const SEGMENT = /\[(\d+)\]|\["([^"\]]+)"\]|([^.[\]"]+)/y

/** Writes a path as operators do: `listeners.legacy.instances[0]`; a key with a dot or a bracket becomes `["..."]`. */
export function formatPath(path: ConfigPath): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`
    if (/[.[\]"]/.test(segment)) return `${text}["${segment}"]`
    return text === '' ? segment : `${text}.${segment}`
  }, '')
}

/** Reads what `formatPath` writes. Undefined when the text is not a path. */
export function parsePath(text: string): ConfigPath | undefined {
  const path: (string | number)[] = []
  let position = 0
  while (position < text.length) {
    if (text[position] === '.' && position > 0) position += 1
    SEGMENT.lastIndex = position
    const match = SEGMENT.exec(text)
    if (!match) return undefined
    path.push(match[1] === undefined ? (match[2] ?? match[3] ?? '') : Number(match[1]))
    position = SEGMENT.lastIndex
  }
  return path.length === 0 || text.endsWith('.') ? undefined : path
}
