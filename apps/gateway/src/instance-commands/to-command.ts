import { describeTypedValues, type TypedValue } from '@heliograph/config'
import type { InstanceCommand } from '@heliograph/contracts'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { type CommonOptions, createCommand } from '../common-options.ts'

/** What was typed, by the names of the command's schema. */
export type TypedValues = Readonly<Record<string, unknown>>

/** A command of an instance in the form of the program's own, with their options beside its own. */
export function toCommand(
  { name, summary, values, positional }: InstanceCommand,
  run: (options: CommonOptions, values: TypedValues) => Promise<void>,
): Command {
  const described = describeTypedValues({ values, positional })
  const command = createCommand(name, summary)
  for (const each of described) {
    if (each.isPositional) command.addArgument(argumentOf(each))
    else command.addOption(optionOf(each))
  }
  return command.action(() => run(command.opts<CommonOptions>(), typedIn(command, described)))
}

function argumentOf({ option, description, isRequired, choices, default: given, read }: TypedValue): Argument {
  const argument = new Argument(isRequired ? `<${option}>` : `[${option}]`, description)
  if (choices !== undefined) argument.choices(choices)
  if (given !== undefined) argument.default(given)
  return argument.argParser(parserOf(read))
}

function optionOf({ option, description, isRequired, isSwitch, choices, default: given, read }: TypedValue): Option {
  if (isSwitch) return new Option(`--${option}`, description)
  const made = new Option(`--${option} <${choices === undefined ? 'value' : 'choice'}>`, description)
  if (choices !== undefined) made.choices(choices)
  if (given !== undefined) made.default(given)
  return made.makeOptionMandatory(isRequired).argParser(parserOf(read))
}

function parserOf(read: TypedValue['read']): (text: string) => unknown {
  return (text) => {
    const result = read(text)
    if ('value' in result) return result.value
    throw new InvalidArgumentError(`${result.message} ${result.remedy}`)
  }
}

/** Without those that were not typed and have no default. */
function typedIn(command: Command, described: readonly TypedValue[]): TypedValues {
  const options: Readonly<Record<string, unknown>> = command.opts()
  const positional = described.filter(({ isPositional }) => isPositional)
  const entries = described.map((each) => {
    const value = each.isPositional ? command.processedArgs[positional.indexOf(each)] : options[each.name]
    return [each.name, value ?? each.default] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
