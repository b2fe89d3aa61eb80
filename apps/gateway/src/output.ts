import { isGatewayError } from '@heliograph/contracts'
import { ConfigurationError, EmbeddedPostgresError } from '@heliograph/runtime'
import { CommandError } from './command-error.ts'
import { describeDatabaseTrouble } from './database-error.ts'
import type { Terminal } from './terminal.ts'

/** Where a command's answer goes. */
export interface Output {
  /** The answer: as one JSON object, or as the lines for people. */
  result(value: object, lines: readonly string[]): void
  /** Something people want to know and scripts do not. */
  note(line: string): void
}

export function createOutput(terminal: Terminal, json: boolean): Output {
  return {
    result(value, lines) {
      terminal.out(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`)
    },
    note(line) {
      if (!json) terminal.err(`${line}\n`)
    },
  }
}

export interface ErrorReport {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

/** Tells of a failed command on standard error: one JSON object, or text. */
export function reportError(terminal: Terminal, error: unknown, json: boolean): void {
  const report = describeError(error)
  if (json) terminal.err(`${JSON.stringify({ error: report })}\n`)
  else terminal.err(`${formatReport(report)}\n`)
}

/** What is known of an error. Only unexpected errors show their stack. */
export function describeError(error: unknown): ErrorReport {
  if (error instanceof CommandError) return withDetails(error.code, error.message, error.details)
  if (error instanceof ConfigurationError) return withDetails('bad-configuration', error.message, error.problems)
  if (error instanceof EmbeddedPostgresError) return { code: 'embedded-postgres', message: error.message }
  if (isGatewayError(error) && error.category !== 'internal')
    return withDetails(error.code, error.message, error.details)
  const trouble = describeDatabaseTrouble(error)
  if (trouble !== undefined) return { code: 'database-away', message: trouble }
  // A file or folder that cannot be read or written; the system's text names it.
  if (error instanceof Error && 'path' in error && 'syscall' in error) return { code: 'file', message: error.message }
  return { code: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function withDetails(code: string, message: string, details: unknown): ErrorReport {
  return details === undefined ? { code, message } : { code, message, details }
}

function formatReport({ code, message, details }: ErrorReport): string {
  // A configuration error's text already holds its problems.
  if (code === 'bad-configuration' || typeof details !== 'object' || details === null) return `error: ${message}`
  const lines = Array.isArray(details)
    ? details.map((text) => `  ${String(text)}`)
    : Object.entries(details).map(([name, text]) => `  ${name}: ${String(text)}`)
  return [`error: ${message}`, ...lines].join('\n')
}
