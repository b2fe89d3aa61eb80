import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { InnerForm } from './InnerForm.tsx'
import { addTemplate } from './queries.ts'
import { useTypedVariables } from './use-typed-variables.ts'
import { VariableFields } from './VariableFields.tsx'

interface SaveTemplateProps {
  readonly text: string
  readonly onSaved: () => void
}

/** Keeps the text that is being written. What is in braces and no field of contacts becomes a variable. */
export function SaveTemplate({ text, onSaved }: SaveTemplateProps) {
  const texts = useTexts(sendTexts)
  const [name, setName] = useState('')
  const typed = useTypedVariables(text)
  const { variables } = typed

  async function save() {
    try {
      await addTemplate({ name, text, variables: [...(variables ?? [])] })
      onSaved()
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <InnerForm onSubmit={save}>
      <Stack gap="xs">
        <VariableFields variables={typed} />
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
          <Button type="submit" size="xs" variant="light" disabled={name.trim() === '' || variables === undefined}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </InnerForm>
  )
}
