import type { Logger } from '@heliograph/contracts'

/** @stability stable */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/**
 * One captured line: the fields of the call, merged over those of its logger and that logger's parents.
 * @stability stable
 */
export interface LogEntry {
  readonly level: LogLevel
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A logger that keeps what is logged, including by its children. @stability stable */
export interface CapturedLog extends Logger {
  readonly entries: readonly LogEntry[]
  /** Entries of these levels only. */
  at(...levels: readonly LogLevel[]): readonly LogEntry[]
  /** Everything logged as one string, errors with message, stack and causes; used to search for leaked secrets. */
  dump(): string
  clear(): void
}

/** Creates a logger for tests. It writes nowhere. @stability stable */
export function captureLogger(): CapturedLog {
  const entries: LogEntry[] = []
  return {
    ...loggerInto(entries, {}),
    entries,
    at: (...levels) => entries.filter((entry) => levels.includes(entry.level)),
    dump: () => entries.map((entry) => `${entry.level} ${entry.text} ${dumpValue(entry.fields)}`).join('\n'),
    clear: () => void entries.splice(0),
  }
}

function loggerInto(entries: LogEntry[], bindings: object): Logger {
  const write = (level: LogLevel) => (fields: object, text: string) =>
    void entries.push({ level, text, fields: { ...bindings, ...fields } })
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => loggerInto(entries, { ...bindings, ...fields }),
  }
}

function dumpValue(value: unknown): string {
  const seen = new Set<unknown>()
  // As a function because it needs `this`: octets have already converted themselves to an object when they arrive here.
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, converted) {
    const item = this[key] instanceof Uint8Array ? this[key] : converted
    if (typeof item === 'bigint') return String(item)
    if (typeof item !== 'object' || item === null) return item
    if (seen.has(item)) return '[seen]'
    seen.add(item)
    if (item instanceof Error)
      return { ...item, name: item.name, message: item.message, stack: item.stack, cause: item.cause }
    if (item instanceof Uint8Array) return Buffer.from(item).toString('utf8')
    if (item instanceof Map || item instanceof Set) return [...item]
    return item
  })
  return text ?? String(value)
}
