import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceCommand } from '@heliograph/contracts'
import { Type } from 'typebox'
import { describeTypedValues, findCommandFaults } from '../src/index.ts'

const schema = {
  values: Type.Object({
    maxPoints: Type.Optional(Type.Integer({ minimum: 1, description: 'At most.' })),
    name: Type.String({ minLength: 2, description: 'Of the client.' }),
    level: Type.Enum(['silver', 'gold'], { default: 'silver', description: 'Which.' }),
    dryRun: Type.Optional(Type.Boolean({ description: 'Only say it.' })),
  }),
  positional: ['name'],
}

test('what is typed is described by its schema', () => {
  const described = describeTypedValues(schema).map(({ read: _, ...facts }) => facts)
  const option = { isPositional: false, isSwitch: false, isRequired: false, choices: undefined, default: undefined }
  assert.deepEqual(described, [
    {
      ...option,
      name: 'name',
      option: 'name',
      description: 'Of the client.',
      isPositional: true,
      isRequired: true,
    },
    { ...option, name: 'maxPoints', option: 'max-points', description: 'At most.' },
    {
      ...option,
      name: 'level',
      option: 'level',
      description: 'Which.',
      choices: ['silver', 'gold'],
      default: 'silver',
    },
    { ...option, name: 'dryRun', option: 'dry-run', isSwitch: true, description: 'Only say it.' },
  ])
})

const READ: readonly { readonly name: string; readonly text: string; readonly result: unknown }[] = [
  { name: 'maxPoints', text: '12', result: { value: 12 } },
  { name: 'maxPoints', text: '0', result: { message: 'It must be at least 1.', remedy: 'Expected: At most.' } },
  { name: 'maxPoints', text: '1.5', result: { message: 'It must be a whole number.', remedy: 'Expected: At most.' } },
  { name: 'maxPoints', text: '', result: { message: 'It must be a whole number.', remedy: 'Expected: At most.' } },
  { name: 'name', text: '12', result: { value: '12' } },
  {
    name: 'name',
    text: 'x',
    result: { message: 'It must have at least 2 characters.', remedy: 'Expected: Of the client.' },
  },
  { name: 'level', text: 'gold', result: { value: 'gold' } },
  {
    name: 'level',
    text: 'golt',
    result: { message: 'It must be one of: silver, gold.', remedy: "Did you mean 'gold'?" },
  },
]

for (const { name, text, result } of READ) {
  test(`'${text}' as ${name}`, () => {
    assert.deepEqual(
      describeTypedValues(schema)
        .find((each) => each.name === name)
        ?.read(text),
      result,
    )
  })
}

const good: InstanceCommand = { name: 'add', summary: 'Add.', ...schema, run: async () => 0 }
const values = Type.Object
const text = Type.String({ description: 'A text.' })

const FAULTS: readonly {
  readonly name: string
  readonly commands: readonly unknown[]
  readonly faults: readonly string[]
}[] = [
  { name: 'none', commands: [good, { ...good, name: 'take' }], faults: [] },
  { name: 'a name twice', commands: [good, good], faults: ["It declares the command 'add' twice."] },
  {
    name: 'an invalid name',
    commands: [{ ...good, name: 'Add it' }],
    faults: ["The command 'Add it' has no name in kebab-case."],
  },
  {
    name: 'the name of the help',
    commands: [{ ...good, name: 'help' }],
    faults: ["The command 'help' has the name of the command that shows help."],
  },
  {
    name: 'parts that are missing',
    commands: [{ ...good, summary: '', run: undefined }],
    faults: ["The command 'add' has no summary.", "The command 'add' has no run."],
  },
  {
    name: 'no schema',
    commands: [{ ...good, values: undefined }],
    faults: ["The command 'add' has no schema of an object as `values`."],
  },
  {
    name: 'options that others have',
    commands: [{ ...good, values: values({ json: text, noMail: text, name: text }) }],
    faults: [
      "The command 'add' takes 'json', which every command has.",
      "The command 'add' takes 'noMail', which reads as the opposite of an option.",
    ],
  },
  {
    name: 'a value that cannot be typed',
    commands: [{ ...good, values: values({ name: Type.Array(text, { description: 'Texts.' }) }) }],
    faults: ["The command 'add' takes 'name', which is no text, number, closed list or boolean."],
  },
  {
    name: 'a boolean that must be typed',
    commands: [{ ...good, values: values({ name: Type.Boolean({ description: 'Yes.' }) }), positional: [] }],
    faults: ["The command 'add' takes the boolean 'name', which has to be an option that is optional."],
  },
  {
    name: 'a value without a word on it',
    commands: [{ ...good, values: values({ name: Type.String() }) }],
    faults: ["The command 'add' says nothing about 'name' (its description)."],
  },
  {
    name: 'arguments in a wrong order',
    commands: [{ ...good, values: values({ a: Type.Optional(text), b: text }), positional: ['a', 'b', 'c'] }],
    faults: [
      "The command 'add' takes 'c', which has no schema.",
      "The command 'add' takes 'b', which must be typed, after what need not be.",
    ],
  },
]

for (const { name, commands, faults } of FAULTS) {
  test(`faults of commands: ${name}`, () => {
    assert.deepEqual(findCommandFaults(commands as readonly InstanceCommand[]), faults)
  })
}
