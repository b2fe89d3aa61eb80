import { escapeControls } from '@heliograph/runtime/terminal-text'
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

/** Writes a value as one line of JSON, which a terminal shows as it is. */
export function formatJson(value: object): string {
  return `${escapeControls(JSON.stringify(value))}\n`
}
