import { ActionIcon, Button, Group, Popover, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTemplate, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queries, type Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { shellTexts } from '../../texts/shell.ts'

interface TemplatesProps {
  /** The text that is being written. */
  readonly text: string
  readonly onUse: (text: string) => void
}

/** The saved texts: use one, save the current one, remove one. */
export function Templates({ text, onUse }: TemplatesProps) {
  const texts = useTexts(sendTexts)
  const { undo } = useTexts(shellTexts)
  const [isOpen, popover] = useDisclosure()
  const [name, setName] = useState('')
  const queryClient = useQueryClient()
  const templates = queries.useQuery('get', '/templates')
  const reload = () => queryClient.invalidateQueries({ queryKey: ['get', '/templates'] })

  async function keep() {
    try {
      await api.POST('/templates', { body: { name, text } })
      setName('')
      popover.close()
      notifyDone(texts.templateKept)
      await reload()
    } catch (error) {
      notifyProblem(error)
    }
  }

  async function remove({ templateId, name: removed, text: body }: Schemas['TextTemplate']) {
    try {
      await api.DELETE('/templates/{templateId}', { params: { path: { templateId } } })
      await reload()
      const restore = () => api.POST('/templates', { body: { name: removed, text: body } }).then(reload)
      notifyUndoable({ message: texts.templateRemoved(removed), undoLabel: undo, undo: restore })
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <Popover opened={isOpen} onChange={popover.toggle} width={340} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconTemplate size={14} aria-hidden />}
          onClick={popover.toggle}
        >
          {texts.templates}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.templates}>
        <Stack gap="sm">
          {templates.data?.records.length === 0 && (
            <Text size="sm" c="dimmed">
              {texts.noTemplates}
            </Text>
          )}
          <ScrollArea.Autosize mah={240}>
            <Stack gap="xs">
              {templates.data?.records.map((template) => (
                <Group key={template.templateId} wrap="nowrap" gap="xs">
                  <UnstyledButton
                    flex={1}
                    miw={0}
                    onClick={() => {
                      onUse(template.text)
                      popover.close()
                    }}
                  >
                    <Text size="sm" fw={500} truncate>
                      {template.name}
                    </Text>
                    <Text size="xs" c="dimmed" truncate dir="auto">
                      {template.text}
                    </Text>
                  </UnstyledButton>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.removeTemplate(template.name)}
                    onClick={() => void remove(template)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
          </ScrollArea.Autosize>
          {text.trim() !== '' && (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                // In React, the field is inside the form of the message, which this event must not submit.
                event.stopPropagation()
                void keep()
              }}
            >
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
            </form>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
