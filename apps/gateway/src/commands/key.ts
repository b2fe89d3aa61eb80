import { SCOPES, type Scope } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { findHandingOutKeys } from '../key-handout.ts'
import { notedAccounts } from '../note-commands.ts'
import { parseInteger } from '../parse-option.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createKeyCommand(terminal: Terminal): Command {
  return new Command('key').description('API keys.').addCommand(createAdd(terminal))
}

interface AddOptions extends CommonOptions {
  readonly user: number
  readonly scope: Scope
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Make an API key for a user. It is shown this once.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .addOption(
      new Option('--scope <scope>', 'how far it reaches: send messages, or the API of the portal as well')
        .choices(SCOPES)
        .default('send'),
    )
    .action((options: AddOptions) =>
      withEngine(terminal, options, async (engine, output, settings) => {
        engine.useKeyHandout((await findHandingOutKeys(settings, engine)).length > 0)
        const { apiKey } = await notedAccounts(engine).addKey({ userId: options.user, scope: options.scope })
        output.result({ apiKey }, [apiKey])
      }),
    )
}
