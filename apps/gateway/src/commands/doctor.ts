import type { Command } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'
import type { Terminal } from '../terminal.ts'

const actions = () => import('../actions/doctor.ts')

export function createDoctorCommand(terminal: Terminal): Command {
  return createCommand(
    'doctor',
    'Examine configuration, data folder, database and all nodes: list what is wrong and how to fix it.',
  ).action(async (options: CommonOptions) => (await actions()).runDoctor(terminal, options))
}
