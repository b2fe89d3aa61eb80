import { join } from 'node:path'
import { findProgram, isExecutable } from '../programs.ts'

/** The two servers of Kannel, or of a fork of it. */
export interface KannelPrograms {
  readonly bearerbox: string
  readonly smsbox: string
}

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
