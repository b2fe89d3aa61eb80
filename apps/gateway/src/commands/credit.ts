import { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/credit.ts')

export function createCreditCommand(terminal: Terminal): Command {
  return new Command('credit').description('Credit of prepaid clients.').addCommand(createCheck(terminal))
}

function createCheck(terminal: Terminal): Command {
  return createCommand('check', 'Prove that every balance is the sum of its entries.').action(
    async (options: CommonOptions) => (await actions()).proveCredit(terminal, options),
  )
}
