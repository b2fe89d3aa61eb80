import { randomBytes } from 'node:crypto'
import { nearest } from '@heliograph/config'
import { createLogger } from '@heliograph/runtime'
import { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { createShared, createToolEngine, NO_DATABASE_URL } from '../compose.ts'
import { createOutput } from '../output.ts'
import { type PlannedHost, planHost } from '../plan-host.ts'
import { describeError } from '../report-error.ts'
import { loadSettings, type Settings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'
import { OWN_COMMANDS } from './command-names.ts'
import { runInstanceCommand } from './run-instance-command.ts'
import { toCommand } from './to-command.ts'

/** What a command of an instance needs from the program. */
export interface InstanceCommandOptions {
  readonly terminal: Terminal
  /** Called with the exit code of the command, once it has ended. */
  readonly onExit: (code: number) => void
}

/** The commands of all instances, for help: when they cannot be read, a note says why, and there are none. */
export async function readCommandsForHelp(
  common: CommonOptions,
  options: InstanceCommandOptions,
): Promise<readonly Command[]> {
  try {
    return await readCommands(common, undefined, options)
  } catch (error) {
    // The program's own commands are shown all the same.
    const { message } = describeError(error)
    createOutput(options.terminal, common.json).note(`The commands of instances are not shown: ${message}`)
    return []
  }
}

/**
 * The commands of an instance, or of all. Throws `ConfigurationError`, and a `CommandError` for an instance that is not
 * there or has no commands.
 */
export async function readCommands(
  common: CommonOptions,
  instance: string | undefined,
  options: InstanceCommandOptions,
): Promise<readonly Command[]> {
  const settings = await loadSettings(common)
  const ids = settings.configuration.instances.map(({ id }) => id)
  if (instance !== undefined && !ids.includes(instance)) throw unknownInstance(instance, ids)
  return withPlannedHost(settings, instance, ({ host, plan }) => {
    const commands = plan.flatMap((planned) => {
      const own = host.commands.get(planned.id) ?? []
      const isAsked = instance === undefined ? !OWN_COMMANDS.includes(planned.id) : planned.id === instance
      return isAsked && own.length > 0 ? [commandOf(planned, own, options)] : []
    })
    if (instance !== undefined && commands.length === 0) throw withoutCommands(instance, plan)
    return commands
  })
}

type Planned = PlannedHost['plan'][number]

function commandOf(
  planned: Planned,
  own: NonNullable<ReturnType<PlannedHost['host']['commands']['get']>>,
  { terminal, onExit }: InstanceCommandOptions,
): Command {
  const { id, module } = planned
  const names = own.map(({ name }) => name).join(', ')
  const command = new Command(id).description(`Commands of the plugin ${module.id}: ${names}.`)
  for (const each of own) {
    const run = async (...[options, values]: Parameters<Parameters<typeof toCommand>[1]>) =>
      onExit(await runInstanceCommand(terminal, options, { planned, name: each.name, values }))
    command.addCommand(toCommand(each, run))
  }
  return command
}

/** Creates the instances without a database, as they are only asked what they declare. */
async function withPlannedHost<T>(
  settings: Settings,
  only: string | undefined,
  work: (planned: PlannedHost) => T,
): Promise<T> {
  const shared = createShared(settings, createLogger({ level: 'silent' }))
  const needs = { databaseUrl: NO_DATABASE_URL, masterKeys: [randomBytes(32)] as const, onFatal: () => undefined }
  const engine = createToolEngine(settings, shared, needs)
  try {
    return work(await planHost(settings, shared, engine.services, only))
  } finally {
    await engine.close()
    await shared.httpClients.close()
  }
}

function unknownInstance(word: string, ids: readonly string[]): CommandError {
  const near = nearest(word, [...ids, ...OWN_COMMANDS])
  const remedy = near === undefined ? 'See: heliograph --help' : `Did you mean '${near}'?`
  return new CommandError('usage', `There is no command '${word}', and no instance in the configuration. ${remedy}`)
}

function withoutCommands(instance: string, plan: readonly Planned[]): CommandError {
  const { kind, id } = plan.find((each) => each.id === instance)?.module ?? { kind: 'instance', id: instance }
  const text = `The instance '${instance}' (${kind} ${id}) has no commands.`
  return new CommandError('usage', `${text} Those that have some are shown by: heliograph --help --config FILE`)
}
