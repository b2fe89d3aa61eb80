import { tmpdir } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'

/** Parses an option whose value is a whole number. */
export function integer(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least) throw new InvalidArgumentError(`a number from ${least} upwards`)
    return value
  }
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value]
}

/** Options of every command that measures: how often and where. */
export interface RoundsOptions {
  readonly rounds: number
  readonly repeats: number
  readonly timeout: number
  readonly patience: number
  readonly dir: string
  readonly keep: boolean
  readonly set: readonly string[]
  readonly out?: string
}

/** Adds these options to a command. `dir`: description of the option `--dir`. */
export function addRoundsOptions(command: Command, dir: string): Command {
  return command
    .option('--repeats <n>', 'how often a disturbed measurement is done again', integer(0), 2)
    .option('--timeout <seconds>', 'how long one measurement may take', integer(1), 300)
    .option('--patience <seconds>', 'how long to wait for an idle machine', integer(0), 120)
    .option('--dir <path>', dir, tmpdir())
    .option('--keep', 'keep the temporary folders', false)
    .option('--set <path=value>', 'any configuration key of the gateway (repeatable)', collect, [])
    .option('--out <file>', 'write everything measured as JSON')
}
