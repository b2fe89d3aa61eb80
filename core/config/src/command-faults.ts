import type { InstanceCommand } from '@heliograph/contracts'
import { allowedValues, leafTypes, type SchemaView, viewOf } from './schema-view.ts'

/** Options of every command, which none can have for itself. */
const TAKEN = ['config', 'dataDir', 'set', 'json', 'help']

const TYPES = ['string', 'number', 'integer', 'boolean']

/** What is wrong with the commands that an instance declares, one sentence each. */
export function findCommandFaults(commands: readonly InstanceCommand[]): readonly string[] {
  const names = commands.map(({ name }) => name)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  return [
    ...twice.map((name) => `It declares the command '${name}' twice.`),
    ...commands.flatMap((command) => faultsOf(command).map((fault) => `The command '${command.name}' ${fault}.`)),
  ]
}

function faultsOf(command: InstanceCommand): readonly string[] {
  const { name, summary, values, positional = [], run } = command
  // Packages need not be written in TypeScript.
  const { type, properties = {}, required = [] } = viewOf(values ?? {})
  if (type !== 'object') return ['has no schema of an object as `values`']
  const known = positional.filter((each) => properties[each] !== undefined)
  const isOptional = (each: string) => !required.includes(each) || properties[each]?.default !== undefined
  const late = known.filter((each, index) => !isOptional(each) && known.slice(0, index).some(isOptional))
  return [
    ...(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) ? [] : ['has no name in kebab-case']),
    ...(name === 'help' ? ['has the name of the command that shows help'] : []),
    ...(summary ? [] : ['has no summary']),
    ...(typeof run === 'function' ? [] : ['has no run']),
    ...positional.filter((each) => !known.includes(each)).map((each) => `takes '${each}', which has no schema`),
    ...late.map((each) => `takes '${each}', which must be typed, after what need not be`),
    ...Object.entries(properties).flatMap(([each, schema]) => {
      const isSwitch = schema.type === 'boolean'
      return faultsOfValue(each, schema, isSwitch && (positional.includes(each) || required.includes(each)))
    }),
  ]
}

function faultsOfValue(name: string, schema: SchemaView, isNoSwitch: boolean): readonly string[] {
  const types = leafTypes(schema)
  const isLeaf = types.length > 0 && types.every((type) => TYPES.includes(type))
  const isPlain = isLeaf && (schema.type !== undefined || allowedValues(schema) !== undefined)
  return [
    ...(/^[a-z][A-Za-z0-9]*$/.test(name) ? [] : [`takes '${name}', which is no name in camelCase`]),
    ...(TAKEN.includes(name) ? [`takes '${name}', which every command has`] : []),
    ...(/^no[A-Z]/.test(name) ? [`takes '${name}', which reads as the opposite of an option`] : []),
    ...(isPlain ? [] : [`takes '${name}', which is no text, number, closed list or boolean`]),
    ...(isNoSwitch ? [`takes the boolean '${name}', which has to be an option that is optional`] : []),
    ...(schema.description ? [] : [`says nothing about '${name}' (its description)`]),
  ]
}
