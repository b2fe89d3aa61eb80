import { checkCredit } from '@heliograph/engine'
import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { formatLines } from '../output.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

/** `credit check`. */
export function proveCredit(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ sql }, output) => {
    const { clients, differences } = await checkCredit(sql)
    if (differences.length === 0) {
      output.result({ clients, differences }, [`Prepaid clients: ${clients}. Every balance is the sum of its entries.`])
      return
    }
    const rows = differences.map(({ clientId, name, credit, entries }) => [String(clientId), name, credit, entries])
    if (!options.json) terminal.out(formatLines(formatTable(['client', 'name', 'credit', 'entries'], rows)))
    throw new CommandError(
      'credit-differs',
      `${differences.length} of ${clients} balances are not the sum of their entries.`,
      { details: options.json ? differences : undefined },
    )
  })
}
