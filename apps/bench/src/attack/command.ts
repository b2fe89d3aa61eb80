import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { collect } from '../options.ts'
import { ATTACKS } from './attacks/index.ts'
import { SERVERS, type ServerName } from './configuration.ts'
import { brokenBounds, renderFindings, runAttacks } from './run-attacks.ts'

interface Options {
  readonly only: readonly string[]
  readonly server: ServerName | 'both'
  readonly short: boolean
  readonly dir: string
  readonly keep: boolean
  readonly set: readonly string[]
}

/** `attack`: attacks a gateway of its own, and holds what it suffers against bounds. */
export function createAttackCommand(): Command {
  return new Command('attack')
    .description('Attacks a gateway of its own on this machine. Each attack is bounded, and each figure has a bound.')
    .option('--only <name>', 'only this attack (repeatable)', collect, [])
    .addOption(new Option('--server <name>', 'which HTTP server').choices([...SERVERS, 'both']).default('both'))
    .option('--short', 'without the attacks that take long', false)
    .option('--dir <path>', 'where the databases are made', tmpdir())
    .option('--keep', 'keep the temporary folders, with the logs of the gateways', false)
    .option('--set <path=value>', 'any configuration key of the gateways (repeatable)', collect, [])
    .action(run)
}

async function run({ only, server, short, dir, keep, set }: Options): Promise<void> {
  const unknown = only.filter((name) => !ATTACKS.some((attack) => attack.name === name))
  if (unknown.length > 0) throw new Error(`There is no attack ${unknown.join(', ')}`)
  const results = await runAttacks({
    attacks: ATTACKS.filter(({ name, isLong }) => (only.length === 0 ? !(short && isLong) : only.includes(name))),
    servers: server === 'both' ? SERVERS : [server],
    parent: resolve(dir),
    keep,
    set,
    say: (text) => void process.stderr.write(`${text}\n`),
  })
  process.stdout.write(`${renderFindings(results)}\n`)
  const broken = brokenBounds(results)
  process.stdout.write(broken.length === 0 ? 'All bounds held.\n' : `${broken.length} bounds were broken.\n`)
  if (broken.length > 0) process.exitCode = 1
}
