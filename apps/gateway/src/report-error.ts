import { ConfigurationError } from '@heliograph/config'
import { isGatewayError } from '@heliograph/contracts'
import { EmbeddedPostgresError } from '@heliograph/postgres'
import { escapeControlsInLines } from '@heliograph/runtime/terminal-text'
import { CommandError } from './command-error.ts'
import { describeDatabaseTrouble } from './database-error.ts'
import { withoutSecrets } from './known-secrets.ts'
import { formatJson } from './output.ts'
import type { Terminal } from './terminal.ts'

export interface ErrorReport {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

/**
 * Reports a failed command on standard error, as one JSON object or as text, without anything that is a known secret or
 * looks like one.
 */
export function reportError(terminal: Terminal, error: unknown, json: boolean): void {
  const report = withoutSecrets(describeError(error))
  terminal.err(json ? formatJson({ error: report }) : `${escapeControlsInLines(formatReport(report))}\n`)
}

/** Describes an error. Only unexpected errors include their stack. */
export function describeError(error: unknown): ErrorReport {
  if (error instanceof CommandError) return withDetails(error.code, error.message, error.details)
  if (error instanceof ConfigurationError) return withDetails('bad-configuration', error.message, error.problems)
  if (error instanceof EmbeddedPostgresError) return { code: 'embedded-postgres', message: error.message }
  if (isGatewayError(error) && error.category !== 'internal')
    return withDetails(error.code, error.message, error.details)
  const trouble = describeDatabaseTrouble(error)
  if (trouble !== undefined) return { code: 'database-away', message: trouble }
  // A file or folder that cannot be read or written; the system's message names it.
  if (error instanceof Error && 'path' in error && 'syscall' in error) return { code: 'file', message: error.message }
  return { code: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function withDetails(code: string, message: string, details: unknown): ErrorReport {
  return details === undefined ? { code, message } : { code, message, details }
}

function formatReport({ code, message, details }: ErrorReport): string {
  // The message of a configuration error already contains its problems.
  if (code === 'bad-configuration' || typeof details !== 'object' || details === null) return `error: ${message}`
  const lines = Array.isArray(details)
    ? details.map((text) => `  ${String(text)}`)
    : Object.entries(details).map(([name, text]) => `  ${name}: ${String(text)}`)
  return [`error: ${message}`, ...lines].join('\n')
}
