import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { variableTexts } from '../../texts/template-variables.ts'

type VariableType = Schemas['VariableType']

/** A variable as it is typed. */
interface Typed {
  readonly type: VariableType
  readonly fallback: string
  readonly choices: string
}

const PLAIN: Typed = { type: 'text', fallback: '', choices: '' }
/** Also the Arabic one. */
const COMMAS = /[,،]/
const TYPES: readonly VariableType[] = ['text', 'number', 'date', 'choice']

interface SaveTemplateProps {
  readonly text: string
  readonly onSaved: () => void
}

/** Keeps the text that is being written. What is in braces and no field of contacts becomes a variable. */
export function SaveTemplate({ text, onSaved }: SaveTemplateProps) {
  const texts = useTexts(sendTexts)
  const { asked } = useTexts(variableTexts)
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const names = useUnknownNames(text)

  async function save() {
    const variables = names.map((each) => toVariable(each, typed[each] ?? PLAIN))
    try {
      await api.POST('/templates', { body: { name, text, variables } })
      onSaved()
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // In React, the field is inside the form of the message, which this event must not submit.
        event.stopPropagation()
        void save()
      }}
    >
      <Stack gap="xs">
        {names.length > 0 && (
          <Text size="xs" c="dimmed">
            {asked}
          </Text>
        )}
        {names.map((each) => (
          <VariableFields
            key={each}
            name={each}
            typed={typed[each] ?? PLAIN}
            onChange={(change) =>
              setTyped((present) => ({ ...present, [each]: { ...(present[each] ?? PLAIN), ...change } }))
            }
          />
        ))}
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            label={texts.templateName}
            name="templateName"
            required
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="light" disabled={name.trim() === ''}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface VariableFieldsProps {
  readonly name: string
  readonly typed: Typed
  readonly onChange: (change: Partial<Typed>) => void
}

function VariableFields({ name, typed, onChange }: VariableFieldsProps) {
  const texts = useTexts(variableTexts)
  return (
    <>
      <Group gap="xs" grow align="flex-start">
        <NativeSelect
          size="xs"
          label={texts.type(name)}
          data={TYPES.map((value) => ({ value, label: texts.types[value] }))}
          value={typed.type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as VariableType })}
        />
        <TextInput
          size="xs"
          label={texts.fallback(name)}
          placeholder={texts.fallbackHelp}
          value={typed.fallback}
          onChange={({ currentTarget }) => onChange({ fallback: currentTarget.value })}
        />
      </Group>
      {typed.type === 'choice' && (
        <TextInput
          size="xs"
          label={texts.choices(name)}
          placeholder={texts.choicesHelp}
          value={typed.choices}
          onChange={({ currentTarget }) => onChange({ choices: currentTarget.value })}
        />
      )}
    </>
  )
}

/** The names in a text that are no fields of contacts, each once. */
function useUnknownNames(text: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ['unknown names', text],
    async queryFn() {
      const { data: preview } = await api.POST('/send/preview', { body: { text } })
      return (preview as Schemas['SendPreview']).unknown
    },
    enabled: text.includes('{'),
  })
  const names = data?.map((written) => written.slice(1, -1).split('|', 1)[0]?.trim() ?? '') ?? []
  return [...new Set(names)].filter((name) => name !== '')
}

function toVariable(name: string, { type, fallback, choices }: Typed): Schemas['TemplateVariable'] {
  const listed = choices.split(COMMAS).map((choice) => choice.trim())
  return {
    ...{ name, type },
    fallback: fallback.trim() === '' ? null : fallback.trim(),
    choices: type === 'choice' ? listed.filter((choice) => choice !== '') : [],
  }
}
