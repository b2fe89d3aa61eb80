import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { variableTexts } from '../../texts/template-variables.ts'
import { InnerForm } from './InnerForm.tsx'
import { OptOutLink } from './OptOutLink.tsx'
import { changeTemplate } from './queries.ts'
import { useTypedVariables } from './use-typed-variables.ts'
import { VariableFields } from './VariableFields.tsx'

interface EditTemplateProps {
  readonly template: Schemas['TextTemplate']
  readonly onSaved: () => void
  readonly onBack: () => void
}

/** Changes the name, the text and the variables of a saved text. */
export function EditTemplate({ template, onSaved, onBack }: EditTemplateProps) {
  const { templateId } = template
  const texts = useTexts(sendTexts)
  const { back } = useTexts(variableTexts)
  const [name, setName] = useState(template.name)
  const [text, setText] = useState(template.text)
  const typed = useTypedVariables(text, template.variables)
  const { variables } = typed

  async function save() {
    try {
      await changeTemplate(templateId, { name, text, variables: [...(variables ?? [])] })
      onSaved()
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <InnerForm onSubmit={save}>
      <Stack gap="xs">
        <TextInput
          size="xs"
          label={texts.templateName}
          name="templateName"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Textarea
          size="xs"
          label={texts.templateText}
          name="templateText"
          required
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group>
          <OptOutLink text={text} onChange={setText} />
        </Group>
        <VariableFields variables={typed} />
        <Group justify="space-between">
          <Button variant="default" size="xs" onClick={onBack}>
            {back}
          </Button>
          <Button
            type="submit"
            size="xs"
            disabled={name.trim() === '' || text.trim() === '' || variables === undefined}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </InnerForm>
  )
}
