/** One thing that was looked at. */
export interface Finding {
  /** What was looked at: `configuration`, `database`, `listener http`, ... */
  readonly name: string
  readonly ok: boolean
  /** What is so, or what is wrong. */
  readonly message: string
  /** What mends it. */
  readonly remedy?: string | undefined
}

export function good(name: string, message: string): Finding {
  return { name, ok: true, message }
}

export function bad(name: string, message: string, remedy: string): Finding {
  return { name, ok: false, message, remedy }
}

/** A message may have several lines, the end of a log for example. */
export function formatFinding({ name, ok, message, remedy }: Finding): readonly string[] {
  const lines = `${ok ? 'ok ' : 'BAD'}  ${name}: ${message}${remedy === undefined ? '' : `\n${remedy}`}`
  return lines.split('\n').map((line, index) => (index === 0 ? line : `     ${line}`))
}
