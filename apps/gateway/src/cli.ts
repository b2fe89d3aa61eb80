import { Command, CommanderError } from 'commander'
import { CommandError } from './command-error.ts'
import { createChannelCommand } from './commands/channel.ts'
import { createCheckCommand } from './commands/check.ts'
import { createClientCommand } from './commands/client.ts'
import { createCompletionCommand } from './commands/completion.ts'
import { createConfigCommand } from './commands/config.ts'
import { createContactCommand } from './commands/contact.ts'
import { createCreditCommand } from './commands/credit.ts'
import { createDatabaseCommand } from './commands/database.ts'
import { createDoctorCommand } from './commands/doctor.ts'
import { createImportCommand } from './commands/import.ts'
import { createIncomingCommand } from './commands/incoming.ts'
import { createKeyCommand } from './commands/key.ts'
import { createLinksCommand } from './commands/links.ts'
import { createMasterKeyCommand } from './commands/master-key.ts'
import { createMessageCommand } from './commands/message.ts'
import { createMigrateCommand } from './commands/migrate.ts'
import { createPluginCommand } from './commands/plugin.ts'
import { createReloadCommand } from './commands/reload.ts'
import { createRouteCommand } from './commands/route.ts'
import { createSendCommand } from './commands/send.ts'
import { createSendingCommand } from './commands/sending.ts'
import { createSimulateCommand } from './commands/simulate.ts'
import { createStartCommand } from './commands/start.ts'
import { createSupportCommand } from './commands/support.ts'
import { createUnknownCommand } from './commands/unknown.ts'
import { createUserCommand } from './commands/user.ts'
import { createWebhooksCommand } from './commands/webhooks.ts'
import { createWorkCommand } from './commands/work.ts'
import { addInstanceCommands } from './instance-commands/add-instance-commands.ts'
import { OWN_COMMANDS } from './instance-commands/command-names.ts'
import { processTerminal, type Terminal } from './terminal.ts'
import { readVersion } from './version.ts'

/** Runs one command line (without the program's name). Returns the exit code; never throws. */
export async function runCli(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const json = isJsonWanted(args)
  let exitCode = 0
  const onExit = (code: number): void => {
    exitCode = code
  }
  try {
    const program = createProgram(terminal, json)
    const added = await addInstanceCommands(program, args, { terminal, onExit })
    for (const command of added) divert(command, terminal, json)
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const { reportError } = await import('./report-error.ts')
    reportError(terminal, error instanceof CommanderError ? usageError(error, args) : error, json)
    return 1
  }
}

/**
 * Reads `--json` before the command line is parsed, because the error of one that cannot be parsed needs that form,
 * too.
 */
export function isJsonWanted(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).includes('--json')
}

/** The program with all commands of its own. Nothing runs until it parses a command line. */
export function createProgram(terminal: Terminal, json: boolean): Command {
  const program = new Command('heliograph')
    .description('A self-hosted SMS gateway.')
    .version(readVersion(), '-v, --version')
    .addCommand(createStartCommand(terminal))
    .addCommand(createCheckCommand(terminal))
    .addCommand(createDoctorCommand(terminal))
    .addCommand(createSupportCommand(terminal))
    .addCommand(createConfigCommand(terminal))
    .addCommand(createMigrateCommand(terminal))
    .addCommand(createDatabaseCommand(terminal))
    .addCommand(createClientCommand(terminal))
    .addCommand(createCreditCommand(terminal))
    .addCommand(createChannelCommand(terminal))
    .addCommand(createUserCommand(terminal))
    .addCommand(createKeyCommand(terminal))
    .addCommand(createMasterKeyCommand(terminal))
    .addCommand(createContactCommand(terminal))
    .addCommand(createSendCommand(terminal))
    .addCommand(createMessageCommand(terminal))
    .addCommand(createIncomingCommand(terminal))
    .addCommand(createWebhooksCommand(terminal))
    .addCommand(createRouteCommand(terminal))
    .addCommand(createLinksCommand(terminal))
    .addCommand(createSendingCommand(terminal))
    .addCommand(createUnknownCommand(terminal))
    .addCommand(createReloadCommand(terminal))
    .addCommand(createWorkCommand(terminal))
    .addCommand(createPluginCommand(terminal))
    .addCommand(createImportCommand(terminal))
    .addCommand(createSimulateCommand(terminal))
    .addCommand(createCompletionCommand(terminal))
  divert(program, terminal, json)
  return program
}

/**
 * Makes commands throw errors instead of printing them, so that they are reported in one place. The help that a missing
 * subcommand prints is for people only.
 */
function divert(command: Command, terminal: Terminal, json: boolean): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text),
    writeErr: (text) => (json ? undefined : terminal.err(text)),
    outputError: () => undefined,
  })
  for (const child of command.commands) divert(child, terminal, json)
}

function usageError({ code, message }: CommanderError, [word = '']: readonly string[]): CommandError {
  if (code === 'commander.help') return new CommandError('usage', 'A command is missing.')
  const text = message.replace(/^error: /, '')
  if (word === '' || word.startsWith('-') || OWN_COMMANDS.includes(word)) return new CommandError('usage', text)
  const isUnknown = code === 'commander.unknownCommand' && text.includes(`'${word}'`)
  const remedy = isUnknown
    ? 'A command of an instance needs the configuration that has it: --config FILE'
    : `See: heliograph ${word} --help --config FILE`
  return new CommandError('usage', `${text}\n${remedy}`)
}
