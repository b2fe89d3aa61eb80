import type { Logger } from '@heliograph/contracts'
import { type Logger as PinoLogger, type LoggerOptions as PinoOptions, pino, stdTimeFunctions } from 'pino'
import type { LogConfiguration } from '../config/sections/log.ts'
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
  /** Values that must never be written; `Configuration.secrets` is one. */
  readonly secrets?: { list(): readonly string[] } | undefined
}

/** The root logger. Removes secrets from fields, error texts and messages, by name and by value. */
export function createLogger(options: LoggerOptions): Logger {
  const redactor = createRedactor(() => options.secrets?.list() ?? [])
  const settings: PinoOptions = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // The redactor has already turned errors into plain objects, which the usual serialiser would not recognise.
    serializers: { err: (error: unknown) => error },
  }
  const destination = options.destination ?? pino.destination({ fd: 2, sync: true })
  const target = options.pretty ? { write: (line: string) => destination.write(prettyLine(line)) } : destination
  return wrap(pino(settings, target), redactor)
}

/**
 * Redacts before the library sees anything: its own redaction works only by path, and not on what child loggers bind.
 */
function wrap(target: PinoLogger, redactor: Redactor): Logger {
  const write = (level: Level) => (fields: object, text: string) => {
    if (target.isLevelEnabled(level)) target[level](redactor.fields(fields), redactor.text(text))
  }
  return {
    trace: write('trace'),
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    child: (fields) => wrap(target.child(redactor.fields(fields)), redactor),
  }
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error'

/** Whether `log.format` means short lines, given whether the output is a terminal. */
export function wantsPrettyLog(format: LogConfiguration['format'], isTerminal: boolean): boolean {
  return format === 'pretty' || (format === 'auto' && isTerminal)
}
