import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian puts servers into folders that are only in root's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/** Finds a program in the first of these folders that has it, then of PATH; undefined when it is not installed. */
export function findProgram(name: string, first: readonly string[] = []): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter)
  const folders = [...first, ...path, ...SYSTEM_FOLDERS].filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
