import { existingAccount } from '@heliograph/access'
import { SCOPES, type Scope } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { findHandingOutKeys } from '../key-handout.ts'
import { notedAccounts } from '../note-commands.ts'
import { parseInteger, parseMoment } from '../parse-option.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createKeyCommand(terminal: Terminal): Command {
  return new Command('key')
    .description('API keys.')
    .addCommand(createAdd(terminal))
    .addCommand(createList(terminal))
    .addCommand(createEraseCopies(terminal))
}

interface AddOptions extends CommonOptions {
  readonly user: number
  readonly scope: Scope
  readonly name?: string
  readonly expires?: Date
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Make an API key for a user. It is shown this once.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .addOption(
      new Option('--scope <scope>', 'how far it reaches: send messages, or the API of the portal as well')
        .choices(SCOPES)
        .default('send'),
    )
    .option('--name <text>', 'what people know it by')
    .option('--expires <time>', 'when it stops working: 2027-12-31 or 2027-12-31T18:00:00Z (never)', parseMoment)
    .action((options: AddOptions) =>
      withEngine(terminal, options, async (engine, output, settings) => {
        engine.useKeyHandout((await findHandingOutKeys(settings, engine)).length > 0)
        const { apiKey } = await notedAccounts(engine).addKey({
          userId: options.user,
          scope: options.scope,
          name: options.name,
          expiresAt: options.expires,
        })
        output.result({ apiKey }, [apiKey])
      }),
    )
}

interface ListOptions extends CommonOptions {
  readonly user: number
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List the API keys of a user, without the keys themselves.')
    .requiredOption('--user <id>', 'the user', parseInteger)
    .action((options: ListOptions) =>
      withEngine(terminal, options, async ({ provisioning }, output) => {
        existingAccount(await provisioning.findUser(options.user), 'user', options.user)
        const keys = await provisioning.listKeys(options.user)
        const rows = keys.map(({ keyId, scope, name, createdAt, expiresAt, lastUsedAt }) => [
          String(keyId),
          scope,
          createdAt.toISOString(),
          expiresAt?.toISOString() ?? 'never',
          lastUsedAt?.toISOString() ?? '-',
          name ?? '',
        ])
        output.result({ keys }, formatTable(['KEY', 'SCOPE', 'SINCE', 'EXPIRES', 'LAST USED', 'NAME'], rows))
      }),
    )
}

function createEraseCopies(terminal: Terminal): Command {
  return createCommand(
    'erase-copies',
    'Erase the sealed copies of API keys, from which an interface hands keys out. The keys go on working.',
  ).action((options: CommonOptions) =>
    withEngine(terminal, options, async ({ provisioning }, output) => {
      const erased = await provisioning.eraseKeyCopies()
      output.result({ erased }, [`${erased} ${erased === 1 ? 'copy' : 'copies'} erased.`])
    }),
  )
}
