import type { ClientNetworks, ClientRecord, OutgoingNumber } from '@heliograph/contracts'
import { Command, Option } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { notedAccounts } from '../note-commands.ts'
import { parseInteger } from '../parse-option.ts'
import { readSwitch, type SwitchOptions } from '../switch-options.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export function createClientCommand(terminal: Terminal): Command {
  return new Command('client')
    .description('Clients (accounts) of this deployment.')
    .addCommand(createAdd(terminal))
    .addCommand(createList(terminal))
    .addCommand(createSet(terminal))
    .addCommand(createNumbers(terminal))
    .addCommand(createNetworks(terminal))
}

interface AddOptions extends CommonOptions {
  readonly name: string
  readonly country?: string
  readonly currency?: string
  readonly credit?: string
  readonly price?: string
  readonly rateLimit?: number
}

function createAdd(terminal: Terminal): Command {
  return createCommand('add', 'Add a client.')
    .requiredOption('--name <name>', 'name of the account')
    .option('--country <code>', 'country by which its national numbers are read, for example ZA')
    .option('--currency <code>', 'currency of its prices and credit, for example ZAR')
    .option('--credit <amount>', 'prepaid credit; without it the client is billed afterwards')
    .option('--price <amount>', 'price of an SMS part')
    .option('--rate-limit <requests>', 'v2 requests a minute for each API key', parseInteger)
    .action((options: AddOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const { name, country, currency, credit, price, rateLimit } = options
        const { clientId } = await notedAccounts(engine).addClient({
          name,
          country,
          currency,
          credit,
          price,
          rateLimit,
        })
        output.result({ clientId }, [`Client ${clientId} added.`])
      }),
    )
}

function createList(terminal: Terminal): Command {
  return createCommand('list', 'List all clients.').action((options: CommonOptions) =>
    withEngine(terminal, options, async ({ provisioning }, output) => {
      const clients = await provisioning.listClients()
      output.result({ clients }, describeClients(clients))
    }),
  )
}

/** As for clients that have no setting of their own. */
const DEFAULT = 'default'

interface SetOptions extends CommonOptions, SwitchOptions {
  readonly client: number
  readonly addCredit?: string
  readonly price?: string
  readonly rateLimit?: number
  readonly retentionDays?: number | typeof DEFAULT
}

function createSet(terminal: Terminal): Command {
  return createCommand('set', 'Change a client.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .addOption(new Option('--enabled', 'let it send again').conflicts('disabled'))
    .addOption(new Option('--disabled', 'stop all of its keys'))
    .option('--add-credit <amount>', 'amount to add; negative to take away')
    .option('--price <amount>', 'price of an SMS part')
    .option('--rate-limit <requests>', 'v2 requests a minute for each API key', parseInteger)
    .option(
      '--retention-days <days>',
      'days after which its messages are removed, if sooner than for others; default: as for others',
      (text) => (text === DEFAULT ? DEFAULT : parseInteger(text)),
    )
    .action((options: SetOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const { client: clientId, addCredit, price, rateLimit } = options
        const retentionDays = options.retentionDays === DEFAULT ? null : options.retentionDays
        const enabled = readSwitch(options)
        const change = { clientId, enabled, addCredit, price, rateLimit, retentionDays }
        const changed = await notedAccounts(engine).setClient(change)
        output.result(changed, describeClients([changed]))
      }),
    )
}

interface NumbersOptions extends CommonOptions {
  readonly client: number
  readonly give?: string
  readonly take?: string
}

function createNumbers(terminal: Terminal): Command {
  return createCommand('numbers', 'Numbers that the channels of a client may send as: list, give and take them.')
    .requiredOption('--client <id>', 'the client', parseInteger)
    .addOption(new Option('--give <digits>', 'give it this number').conflicts('take'))
    .option('--take <digits>', 'take this number away; channels that send as it send as themselves again')
    .action(({ client: clientId, give, take, ...options }: NumbersOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const accounts = notedAccounts(engine)
        if (give !== undefined) await accounts.giveOutgoingNumber({ clientId, number: give })
        if (take !== undefined) await accounts.takeOutgoingNumber({ clientId, number: take })
        const numbers = await accounts.listOutgoingNumbers(clientId)
        output.result({ clientId, numbers }, describeNumbers(numbers))
      }),
    )
}

interface NetworksOptions extends CommonOptions {
  readonly client: number
  readonly programs?: readonly string[]
  readonly portal?: readonly string[]
}

function createNetworks(terminal: Terminal): Command {
  const entries = (text: string) => (text === ANYWHERE ? [] : text.split(','))
  return createCommand('networks', "From where a client's keys, passwords and logins are accepted: show and set it.")
    .requiredOption('--client <id>', 'the client', parseInteger)
    .option('--programs <networks>', `for keys, passwords and SMPP binds, with commas between; ${ANYWHERE}`, entries)
    .option('--portal <networks>', `for the portal, with commas between; ${ANYWHERE}`, entries)
    .action(({ client: clientId, programs, portal, ...options }: NetworksOptions) =>
      withEngine(terminal, options, async (engine, output) => {
        const accounts = notedAccounts(engine)
        const present = await accounts.findNetworks(clientId)
        const isChange = programs !== undefined || portal !== undefined
        const wanted = { programs: programs ?? present.programs, portal: portal ?? present.portal }
        const networks = isChange ? await accounts.setNetworks(clientId, wanted) : present
        output.result({ clientId, ...networks }, describeNetworks(networks))
      }),
    )
}

/** Empties a list. */
const ANYWHERE = 'anywhere'

function describeNetworks(networks: ClientNetworks): readonly string[] {
  const rows = (['programs', 'portal'] as const).map((name) => [name, networks[name].join(', ') || ANYWHERE])
  return formatTable(['for', 'accepted from'], rows)
}

function describeNumbers(numbers: readonly OutgoingNumber[]): readonly string[] {
  if (numbers.length === 0) return ['No numbers.']
  return formatTable(
    ['number', 'given'],
    numbers.map(({ number, givenAt }) => [number, givenAt?.toISOString() ?? 'a channel of the client']),
  )
}

function describeClients(clients: readonly ClientRecord[]): readonly string[] {
  if (clients.length === 0) return ['No clients yet.']
  return formatTable(
    ['client', 'name', 'country', 'currency', 'credit', 'price', 'rate limit', 'kept days', 'enabled'],
    clients.map((client) => [
      String(client.clientId),
      client.name,
      client.country ?? 'default',
      client.currency,
      client.credit ?? 'no limit',
      client.price,
      String(client.rateLimit ?? 'default'),
      String(client.retentionDays ?? 'default'),
      client.enabled ? 'yes' : 'no',
    ]),
  )
}
