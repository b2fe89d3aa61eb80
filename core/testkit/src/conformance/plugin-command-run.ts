import { describeTypedValues } from '@heliograph/config'
import type { InstanceCommand } from '@heliograph/contracts'
import type { Conduct } from './conduct.ts'

/** How a command ended, and what it printed. @stability experimental */
export interface CommandEnd {
  readonly code: number
  /** What it printed with `--json`: the values of `result`. */
  readonly results: readonly object[]
  /** What it printed for people. */
  readonly lines: readonly string[]
  readonly notes: readonly string[]
}

/** Runs a command with values as if they had been typed. Rejects for those that could not be. */
export async function runCommand(
  commands: readonly InstanceCommand[],
  name: string,
  given: Readonly<Record<string, unknown>>,
  conduct: Conduct,
): Promise<CommandEnd> {
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`There is no command '${name}'`)
  const values = typedValues(command, given)
  const [results, lines, notes]: [object[], string[], string[]] = [[], [], []]
  const output = {
    result(value: object, shown: readonly string[]) {
      results.push(JSON.parse(JSON.stringify(value)))
      lines.push(...shown)
    },
    note: (line: string) => void notes.push(line),
  }
  const { signal } = new AbortController()
  const code = await conduct.run(() => command.run({ values, output, signal }))
  return { code, results, lines, notes }
}

function typedValues(
  command: InstanceCommand,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const known = describeTypedValues(command)
  const unknown = Object.keys(given).find((name) => !known.some((each) => each.name === name))
  if (unknown !== undefined) throw new Error(`The command '${command.name}' takes no '${unknown}'`)
  const entries = known.map(({ name, isSwitch, isRequired, default: otherwise, read }) => {
    const value = given[name] ?? otherwise
    if (value === undefined && isRequired) throw new Error(`The command '${command.name}' needs '${name}'`)
    if (value === undefined || isSwitch) return [name, value] as const
    const result = read(String(value))
    if ('value' in result) return [name, result.value] as const
    throw new Error(`'${name}' of the command '${command.name}': ${result.message}`)
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
