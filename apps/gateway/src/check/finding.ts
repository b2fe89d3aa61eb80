/** One thing that was looked at. */
export interface Finding {
  /** What was looked at: `configuration`, `database`, `listener http`, ... */
  readonly name: string
  readonly ok: boolean
  /** What is so, or what is wrong. */
  readonly message: string
  /** What mends it. */
  readonly remedy?: string | undefined
  /** True: it is not well, and the gateway starts all the same. */
  readonly warning?: true
  /** What helps to find out more, by name. */
  readonly details?: Readonly<Record<string, string | number>> | undefined
  /** Where an error was thrown, and what caused it. */
  readonly stack?: string | undefined
}

export function good(name: string, message: string, details?: Finding['details']): Finding {
  return { name, ok: true, message, ...(details && { details }) }
}

export function bad(name: string, message: string, remedy: string): Finding {
  return { name, ok: false, message, remedy }
}

/** A message may have several lines, the end of a log for example. Details and stack are for `verbose`. */
export function formatFinding(finding: Finding, verbose: boolean): readonly string[] {
  const { name, message, remedy, details = {}, stack } = finding
  const more = verbose ? [...Object.entries(details).map(([key, value]) => `${key}: ${value}`), stack] : []
  const parts = [`${markOf(finding)} ${name}: ${message}`, remedy, ...more].filter((part) => part !== undefined)
  return parts
    .join('\n')
    .split('\n')
    .map((line, index) => (index === 0 ? line : `     ${line}`))
}

function markOf({ ok, warning }: Finding): string {
  if (!ok) return 'BAD '
  return warning ? 'WARN' : 'ok  '
}
