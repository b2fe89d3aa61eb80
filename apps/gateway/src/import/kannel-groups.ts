import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { CommandError } from '../command-error.ts'
import type { Setting, SettingGroup } from './setting-reader.ts'

const MOST_FILES = 100

/**
 * Reads the groups of a Kannel configuration, and of the files that it includes: lines of `name = value`, groups
 * apart by the next `group`, values in quotation marks or not, `#` for comments. Throws `CommandError` for a
 * line that is none of these, and for a file that cannot be read.
 */
export function readKannelGroups(path: string): readonly SettingGroup[] {
  const groups: SettingGroup[] = []
  const read = new Set<string>()
  let settings: Map<string, Setting> | undefined

  function readLines(file: string): void {
    if (read.has(file) || read.size === MOST_FILES) return
    read.add(file)
    for (const [index, line] of textOf(file).split(/\r?\n/).entries())
      readLine(line.trim(), `${basename(file)}:${index + 1}`, file)
  }

  function readLine(line: string, place: string, file: string): void {
    if (line === '' || line.startsWith('#')) return
    const end = line.indexOf('=')
    const name = line.slice(0, Math.max(end, 0)).trim()
    if (!/^[\w-]+$/.test(name))
      throw new CommandError('kannel-file', `${place}: this is no setting: ${line.slice(0, 80)}`)
    const value = unquoted(line.slice(end + 1).trim())
    if (name === 'include') readLines(resolve(dirname(file), value))
    else if (name === 'group') {
      settings = new Map()
      groups.push({ kind: value, place, settings })
    } else if (settings === undefined) throw new CommandError('kannel-file', `${place}: ${name} is in no group`)
    else settings.set(name, { value, place })
  }

  readLines(resolve(path))
  return groups
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError('kannel-file', `${file} cannot be read: ${(error as Error).message}`)
  }
}

/** A value without the quotation marks around it; a backslash escapes those inside. */
function unquoted(given: string): string {
  return given.startsWith('"') ? given.slice(1).replace(/"\s*$/, '').replaceAll('\\"', '"') : given.trim()
}
