import { ConfigurationError } from '@heliograph/config'
import { isGatewayError } from '@heliograph/contracts'
import { EmbeddedPostgresError } from '@heliograph/postgres'
import { escapeControls, escapeControlsInLines } from '@heliograph/runtime'
import { CommandError } from './command-error.ts'
import { describeDatabaseTrouble } from './database-error.ts'
import { withoutSecrets } from './known-secrets.ts'
import type { Terminal } from './terminal.ts'

/** Where a command's answer goes. */
export interface Output {
  /** Prints the answer: one JSON object, or the lines for people. */
  result(value: object, lines: readonly string[]): void
  /** Prints a line that is for people and not for scripts. */
  note(line: string): void
  /** Shows progress on a watched terminal: each line replaces the one before until something else is written. */
  progress(line: string): void
}

/** Moves to the beginning of the line and clears it (ECMA-48, EL). */
const CLEAR_LINE = '\r\x1b[K'

export function createOutput(terminal: Terminal, json: boolean): Output {
  let isLineOpen = false
  const closeLine = (): void => {
    if (isLineOpen) terminal.err(CLEAR_LINE)
    isLineOpen = false
  }
  return {
    result(value, lines) {
      closeLine()
      terminal.out(json ? formatJson(value) : formatLines(lines))
    },
    note(line) {
      closeLine()
      if (!json) terminal.err(formatLines([line]))
    },
    progress(line) {
      if (json || terminal.isWatched !== true) return
      terminal.err(`${CLEAR_LINE}${escapeControls(line)}`)
      isLineOpen = true
    },
  }
}

/**
 * Escapes control characters, because output contains names and texts of clients: nothing in them may control the
 * terminal or look like a line of ours.
 */
export function formatLines(lines: readonly string[]): string {
  return `${lines.map(escapeControls).join('\n')}\n`
}

function formatJson(value: object): string {
  return `${escapeControls(JSON.stringify(value))}\n`
}

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
