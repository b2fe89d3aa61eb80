import { dropSchema, listSchemas } from '@heliograph/engine'
import { findLiveNodes } from '../check/check-database.ts'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { noteCommand } from '../note-commands.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** `plugin list-data`. */
export function listData(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ sql }, output, { configuration }) => {
    const configured = new Set(configuration.instances.map(({ id }) => id))
    const data = (await listSchemas(sql)).map((kept) => ({ ...kept, configured: configured.has(kept.instance) }))
    const rows = data.map(({ instance, schema, package: by, version, tables, octets, configured: isConfigured }) => [
      instance,
      schema,
      by,
      String(version),
      String(tables),
      mebibytes(octets),
      isConfigured ? 'yes' : 'no',
    ])
    const head = ['instance', 'schema', 'package', 'migration', 'tables', 'MiB', 'configured']
    output.result({ data }, rows.length === 0 ? ['No instance has tables of its own.'] : formatTable(head, rows))
  })
}

export interface DropOptions extends CommonOptions {
  readonly yes?: boolean
}

/** `plugin drop-data`. */
export function dropData(terminal: Terminal, instance: string, options: DropOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, { configuration }) => {
    if (!options.yes)
      throw new CommandError('usage', `This removes the tables of ${instance} for ever: repeat it with --yes.`)
    const isConfigured = configuration.instances.some(({ id }) => id === instance)
    const nodes = isConfigured ? (await findLiveNodes(engine.sql)).map(({ name }) => name) : []
    if (nodes.length > 0) throw inUse(instance, nodes)
    await dropSchema(engine.sql, instance)
    await noteCommand(engine, { clientId: null, action: 'plugin-data-dropped', subject: `instance ${instance}` })
    output.result({ instance }, [`The tables of ${instance} are removed.`])
  })
}

function inUse(instance: string, nodes: readonly string[]): CommandError {
  const what = `The instance ${instance} is configured, and nodes work: ${nodes.join(', ')}.`
  return new CommandError('data-in-use', `${what} Take it out of the configuration and restart them, or stop them.`)
}

const MEBIBYTE = 2 ** 20

function mebibytes(octets: number): string {
  return (octets / MEBIBYTE).toFixed(1)
}
