import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'

/** The environment in which figures were measured; without it they mean nothing. */
export interface Environment {
  readonly at: string
  readonly processors: string
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  /** Type of the file system that holds the database. */
  readonly fileSystem: string
  readonly commit: string
}

export function describeEnvironment(databaseFolder: string): Environment {
  const all = cpus()
  const ask = (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim() ?? ''
  return {
    at: new Date().toISOString(),
    processors: `${all.length} x ${all[0]?.model.trim() ?? 'unknown'}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    fileSystem: ask('stat', '-f', '-c', '%T', databaseFolder),
    commit: ask('git', 'describe', '--always', '--dirty'),
  }
}

/** One line for the head of a report. */
export function formatEnvironment({ processors, memoryGiB, system, fileSystem, node, commit }: Environment): string {
  return `${processors}, ${memoryGiB} GiB, ${system}, ${fileSystem}, node ${node}, commit ${commit}`
}
