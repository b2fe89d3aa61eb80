import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Kannel's daemons are in a folder that is only in root's PATH. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const TEST_PROGRAMS = ['/usr/lib/kannel/test']

/** The path of a program; undefined when it is not installed. */
export function findProgram(name: string): string | undefined {
  return [...FOLDERS, ...TEST_PROGRAMS].map((folder) => join(folder, name)).find(isExecutable)
}

/** The reason why tests with Kannel cannot run; false when they can. */
export const withoutKannel = reasonUnless(
  findProgram('bearerbox') !== undefined && findProgram('smsbox') !== undefined,
  'Kannel',
  'kannel',
)

/** The reason why tests with Kannel's SMSC `drive_smpp` cannot run; false when they can. */
export const withoutDriveSmpp = reasonUnless(
  findProgram('drive_smpp') !== undefined,
  "Kannel's drive_smpp",
  'kannel-extras',
)

/** The reason why tests with Perl's Net::SMPP cannot run; false when they can. */
export const withoutNetSmpp = reasonUnless(
  spawnSync('perl', ['-MNet::SMPP', '-MJSON::PP', '-e', '1']).status === 0,
  "Perl's Net::SMPP",
  'libnet-smpp-perl',
)

export function reasonUnless(isInstalled: boolean, what: string, debianPackage: string): string | false {
  return isInstalled ? false : `${what} is not installed (Debian package ${debianPackage})`
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
