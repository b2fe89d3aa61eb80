import type { ClientNetworks, ClientRecord, OutgoingNumber } from '@heliograph/contracts'
import type { CommonOptions } from '../common-options.ts'
import { notedAccounts } from '../note-commands.ts'
import { ANYWHERE, DEFAULT } from '../option-words.ts'
import { readSwitch, type SwitchOptions } from '../switch-options.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface AddOptions extends CommonOptions {
  readonly name: string
  readonly country?: string
  readonly currency?: string
  readonly credit?: string
  readonly price?: string
  readonly rateLimit?: number
}

/** `client add`. */
export function addClient(terminal: Terminal, options: AddOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
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
  })
}

/** `client list`. */
export function listClients(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ provisioning }, output) => {
    const clients = await provisioning.listClients()
    output.result({ clients }, describeClients(clients))
  })
}

export interface SetOptions extends CommonOptions, SwitchOptions {
  readonly client: number
  readonly addCredit?: string
  readonly price?: string
  readonly rateLimit?: number
  readonly retentionDays?: number | typeof DEFAULT
}

/** `client set`. */
export function setClient(terminal: Terminal, options: SetOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const { client: clientId, addCredit, price, rateLimit } = options
    const retentionDays = options.retentionDays === DEFAULT ? null : options.retentionDays
    const enabled = readSwitch(options)
    const change = { clientId, enabled, addCredit, price, rateLimit, retentionDays }
    const changed = await notedAccounts(engine).setClient(change)
    output.result(changed, describeClients([changed]))
  })
}

export interface NumbersOptions extends CommonOptions {
  readonly client: number
  readonly give?: string
  readonly take?: string
}

/** `client numbers`. */
export function changeNumbers(
  terminal: Terminal,
  { client: clientId, give, take, ...options }: NumbersOptions,
): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const accounts = notedAccounts(engine)
    if (give !== undefined) await accounts.giveOutgoingNumber({ clientId, number: give })
    if (take !== undefined) await accounts.takeOutgoingNumber({ clientId, number: take })
    const numbers = await accounts.listOutgoingNumbers(clientId)
    output.result({ clientId, numbers }, describeNumbers(numbers))
  })
}

export interface NetworksOptions extends CommonOptions {
  readonly client: number
  readonly programs?: readonly string[]
  readonly portal?: readonly string[]
}

/** `client networks`. */
export function changeNetworks(
  terminal: Terminal,
  { client: clientId, programs, portal, ...options }: NetworksOptions,
): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const accounts = notedAccounts(engine)
    const present = await accounts.findNetworks(clientId)
    const isChange = programs !== undefined || portal !== undefined
    const wanted = { programs: programs ?? present.programs, portal: portal ?? present.portal }
    const networks = isChange ? await accounts.setNetworks(clientId, wanted) : present
    output.result({ clientId, ...networks }, describeNetworks(networks))
  })
}

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
