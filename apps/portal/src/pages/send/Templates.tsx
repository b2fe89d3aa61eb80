import { ActionIcon, Button, Group, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { shellTexts } from '../../texts/shell.ts'
import { EditTemplate } from './EditTemplate.tsx'
import { addTemplate, removeTemplate, useReloadTemplates, useTemplates } from './queries.ts'
import { SaveTemplate } from './SaveTemplate.tsx'
import { TemplateValues } from './TemplateValues.tsx'

interface TemplatesProps {
  /** The text that is being written. */
  readonly text: string
  /** Numbers of the contacts that get it, as far as they are known. */
  readonly recipients?: readonly string[]
  readonly onUse: (text: string) => void
}

/** The saved texts: use one, save the current one, edit or remove one. One with variables asks for them first. */
export function Templates({ text, recipients = [], onUse }: TemplatesProps) {
  const texts = useTexts(sendTexts)
  const { undo } = useTexts(shellTexts)
  const [isOpen, popover] = useDisclosure()
  const [chosen, setChosen] = useState<Schemas['TextTemplate']>()
  const [edited, setEdited] = useState<Schemas['TextTemplate']>()
  const templates = useTemplates()
  const reload = useReloadTemplates()

  function close() {
    setChosen(undefined)
    setEdited(undefined)
    popover.close()
  }

  async function noteKept() {
    close()
    notifyDone(texts.templateKept)
    await reload()
  }

  async function noteChanged() {
    setEdited(undefined)
    notifyDone(texts.templateKept)
    await reload()
  }

  function use(template: string) {
    onUse(template)
    close()
  }

  async function remove({ templateId, name: removed, ...kept }: Schemas['TextTemplate']) {
    try {
      await removeTemplate(templateId)
      await reload()
      const restore = () => addTemplate({ name: removed, ...kept }).then(reload)
      notifyUndoable({ message: texts.templateRemoved({ name: removed }), undoLabel: undo, undo: restore })
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
        {chosen !== undefined && (
          <TemplateValues template={chosen} recipients={recipients} onUse={use} onBack={() => setChosen(undefined)} />
        )}
        {edited !== undefined && (
          <EditTemplate template={edited} onSaved={() => void noteChanged()} onBack={() => setEdited(undefined)} />
        )}
        {chosen === undefined && edited === undefined && (
          <Stack gap="sm">
            {templates?.length === 0 && (
              <Text size="sm" c="dimmed">
                {texts.noTemplates}
              </Text>
            )}
            <ScrollArea.Autosize mah={240}>
              <Stack gap="xs">
                {templates?.map((template) => (
                  <TemplateRow
                    key={template.templateId}
                    template={template}
                    onChoose={() => (template.variables.length > 0 ? setChosen(template) : use(template.text))}
                    onEdit={() => setEdited(template)}
                    onRemove={() => void remove(template)}
                  />
                ))}
              </Stack>
            </ScrollArea.Autosize>
            {text.trim() !== '' && <SaveTemplate text={text} onSaved={() => void noteKept()} />}
          </Stack>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface TemplateRowProps {
  readonly template: Schemas['TextTemplate']
  readonly onChoose: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function TemplateRow({ template: { name, text }, onChoose, onEdit, onRemove }: TemplateRowProps) {
  const texts = useTexts(sendTexts)
  return (
    <Group wrap="nowrap" gap="xs">
      <UnstyledButton flex={1} miw={0} onClick={onChoose}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate dir="auto">
          {text}
        </Text>
      </UnstyledButton>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.editTemplate({ name })} onClick={onEdit}>
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={texts.removeTemplate({ name })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  )
}
