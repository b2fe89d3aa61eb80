import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Kannel's two servers. */
export interface KannelPrograms {
  readonly bearerbox: string
  readonly smsbox: string
}

/** Debian puts them into folders that are only in root's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

/** Finds Kannel's programs; undefined when it is not installed. */
export function findKannel(): KannelPrograms | undefined {
  const [bearerbox, smsbox] = [findProgram('bearerbox'), findProgram('smsbox')]
  return bearerbox === undefined || smsbox === undefined ? undefined : { bearerbox, smsbox }
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS].filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
