/** The result of one check. */
export interface Finding {
  /** What was checked: `configuration`, `database`, `listener http`, ... */
  readonly name: string
  readonly ok: boolean
  /** What was found, or what is wrong. */
  readonly message: string
  /** How to fix it. */
  readonly remedy?: string | undefined
  /** True when something is wrong but the gateway starts anyway. */
  readonly warning?: true
  /** Values that help to find the cause, by name. */
  readonly details?: Readonly<Record<string, string | number>> | undefined
  /** Stack of the error and of its causes. */
  readonly stack?: string | undefined
}

export function good(name: string, message: string, details?: Finding['details']): Finding {
  return { name, ok: true, message, ...(details && { details }) }
}

export function bad(name: string, message: string, remedy: string): Finding {
  return { name, ok: false, message, remedy }
}

/** Something is wrong, but the gateway starts anyway. */
export function warn(name: string, message: string, remedy: string): Finding {
  return { name, ok: true, message, remedy, warning: true }
}

/**
 * Formats a finding for people. A message may have several lines, for example the end of a log. Details and stack are
 * shown only when `verbose` is set.
 */
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
