import { closeSync, openSync } from 'node:fs'

/** Whether this process belongs to a terminal: opening it fails for a service, and once the terminal is closed. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
