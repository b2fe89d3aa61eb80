import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { variableTexts } from '../../texts/template-variables.ts'
import type { Typed, TypedVariables } from './use-typed-variables.ts'

type VariableType = Schemas['VariableType']

const TYPES: readonly VariableType[] = ['text', 'number', 'date', 'choice']

/** Of which kind the variables of a text are, and what stands there without a value. */
export function VariableFields({ variables }: { readonly variables: TypedVariables }) {
  const texts = useTexts(variableTexts)
  const { names, typed, change } = variables
  if (names.length === 0) return null
  return (
    <>
      <Text size="xs" c="dimmed">
        {texts.asked}
      </Text>
      {names.map((name) => (
        <OneVariable key={name} name={name} typed={typed(name)} onChange={(changed) => change(name, changed)} />
      ))}
    </>
  )
}

interface OneVariableProps {
  readonly name: string
  readonly typed: Typed
  readonly onChange: (change: Partial<Typed>) => void
}

function OneVariable({ name, typed, onChange }: OneVariableProps) {
  const texts = useTexts(variableTexts)
  return (
    <>
      <Group gap="xs" grow align="flex-start">
        <NativeSelect
          size="xs"
          label={texts.type({ name })}
          data={TYPES.map((value) => ({ value, label: texts.types[value] }))}
          value={typed.type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as VariableType })}
        />
        <TextInput
          size="xs"
          label={texts.fallback({ name })}
          placeholder={texts.fallbackHelp}
          value={typed.fallback}
          onChange={({ currentTarget }) => onChange({ fallback: currentTarget.value })}
        />
      </Group>
      {typed.type === 'choice' && (
        <TextInput
          size="xs"
          label={texts.choices({ name })}
          placeholder={texts.choicesHelp}
          value={typed.choices}
          onChange={({ currentTarget }) => onChange({ choices: currentTarget.value })}
        />
      )}
    </>
  )
}
