import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The two servers of Kannel, or of a fork of it. */
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

/** The programs in a folder, such as that of a build. Throws when one of them is missing. */
export function programsIn(folder: string): KannelPrograms {
  const programs = { bearerbox: join(folder, 'bearerbox'), smsbox: join(folder, 'smsbox') }
  for (const path of Object.values(programs)) if (!isExecutable(path)) throw new Error(`There is no program ${path}`)
  return programs
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
