import type { Logger } from '@heliograph/contracts'
import { type LoggerOptions as PinoOptions, pino, stdTimeFunctions } from 'pino'
import type { LogConfiguration } from '../config/sections/log.ts'
import { prettyLine } from './pretty-line.ts'
import { createRedactor } from './redact.ts'

export interface LoggerOptions {
  readonly level: LogConfiguration['level']
  /** Short lines for eyes instead of JSON. Default false. */
  readonly pretty?: boolean | undefined
  /** Where lines go, each with its line end. Default: standard error, so that standard output stays free for results of commands. */
  readonly destination?: { write(line: string): unknown } | undefined
  /** Values that must never be written; `Configuration.secrets` is one. */
  readonly secrets?: { list(): readonly string[] } | undefined
}

/** The root logger. Secrets are taken out of fields, error texts and messages, by name and by value. */
export function createLogger(options: LoggerOptions): Logger {
  const redactor = createRedactor(() => options.secrets?.list() ?? [])
  const settings: PinoOptions = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      bindings: redactor.fields,
      log: redactor.fields,
    },
    // Errors have become plain objects in `formatters.log` already; the usual serialiser would not know them.
    serializers: { err: (error: unknown) => error },
    hooks: {
      logMethod(args, method) {
        const last = args.length - 1
        const text: unknown = args[last]
        if (typeof text === 'string') args[last] = redactor.text(text)
        method.apply(this, args)
      },
    },
  }
  const destination = options.destination ?? pino.destination({ fd: 2, sync: true })
  return pino(settings, options.pretty ? { write: (line) => destination.write(prettyLine(line)) } : destination)
}

/** Whether `log.format` means short lines, given whether somebody is looking. */
export function wantsPrettyLog(format: LogConfiguration['format'], isTerminal: boolean): boolean {
  return format === 'pretty' || (format === 'auto' && isTerminal)
}
