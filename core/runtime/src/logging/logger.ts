import type { Logger } from '@heliograph/contracts'
import { type Logger as PinoLogger, type LoggerOptions as PinoOptions, pino, stdTimeFunctions } from 'pino'
import type { LogConfiguration } from '../config/sections/log.ts'
import { fitLine } from './fit-line.ts'
import { prettyLine } from './pretty-line.ts'
import { createRedactor, type Redactor } from './redact.ts'

export interface LoggerOptions {
  readonly level: LogConfiguration['level']
  /** Short lines for people instead of JSON. Default false. */
  readonly pretty?: boolean | undefined
  /**
   * Where lines are written, each with its line end. Default: standard error, so that standard output stays free for
   * the results of commands.
   */
  readonly destination?: { write(line: string): unknown } | undefined
  /** Fields of every line. Default: none. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** Values that must never be written; `Configuration.secrets` is one. */
  readonly secrets?: { list(): readonly string[] } | undefined
}

/** The logger that all others are children of. */
export interface RootLogger extends Logger {
  /** Changes the least important lines to write, also for loggers made before. */
  useLevel(level: LogConfiguration['level']): void
}

/** The root logger. Removes secrets from fields, error texts and messages, by name and by value. */
export function createLogger(options: LoggerOptions): RootLogger {
  const redactor = createRedactor(() => options.secrets?.list() ?? [])
  const settings: PinoOptions = {
    // The level is looked at before, because the library would copy it to each child.
    level: 'trace',
    base: options.fields ?? null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // The redactor has already turned errors into plain objects, which the usual serialiser would not recognise.
    serializers: { err: (error: unknown) => error },
  }
  const destination = options.destination ?? pino.destination({ fd: 2, sync: true })
  const form = options.pretty ? prettyLine : fitLine
  const target = { write: (line: string) => destination.write(form(line)) }
  const threshold = { rank: rankOf(options.level) }
  return Object.assign(wrap(pino(settings, target), redactor, threshold), {
    useLevel(level: LogConfiguration['level']) {
      threshold.rank = rankOf(level)
    },
  })
}

const LEVELS = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'silent',
] as const satisfies readonly LogConfiguration['level'][]

function rankOf(level: LogConfiguration['level']): number {
  return LEVELS.indexOf(level)
}

/**
 * Redacts before the library sees anything: its own redaction works only by path, and not on what child loggers bind.
 */
function wrap(target: PinoLogger, redactor: Redactor, threshold: { readonly rank: number }): Logger {
  const write = (level: Level) => {
    const rank = rankOf(level)
    return (fields: object, text: string) => {
      if (rank >= threshold.rank) target[level](redactor.fields(fields), redactor.text(text))
    }
  }
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => wrap(target.child(redactor.fields(fields)), redactor, threshold),
  }
}

type Level = Exclude<LogConfiguration['level'], 'silent'>

/** Whether `log.format` means short lines, given whether the output is a terminal. */
export function wantsPrettyLog(format: LogConfiguration['format'], isTerminal: boolean): boolean {
  return format === 'pretty' || (format === 'auto' && isTerminal)
}
