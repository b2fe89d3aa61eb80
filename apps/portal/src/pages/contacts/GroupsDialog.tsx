import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { notifyProblem } from '../../components/notify.tsx'
import { useGroups } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { contactTexts } from '../../texts/contacts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { addGroup, removeGroup, renameGroup, useReloadContacts } from './queries.ts'

/** Adds, renames and removes groups. */
export function GroupsDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(contactTexts)
  const { close } = useTexts(shellTexts)
  const reload = useReloadContacts()
  const groups = useGroups()
  const form = useForm({ initialValues: { name: '' } })
  const add = form.onSubmit(async ({ name }) => {
    try {
      await addGroup(name)
      form.reset()
      await reload()
    } catch (problem) {
      form.setFieldError('name', toProblem(problem).message)
    }
  })
  return (
    <Modal opened onClose={onClose} title={texts.manageGroups} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        {groups.isPending && <LoadingRows rows={3} height={32} />}
        {groups.data?.length === 0 && (
          <Text c="dimmed" size="sm">
            {texts.noGroups}
          </Text>
        )}
        {groups.data?.map((group) => (
          <GroupItem key={group.groupId} group={group} onChange={reload} />
        ))}
        <form onSubmit={add}>
          <Group align="flex-end" wrap="nowrap">
            <TextInput
              label={texts.newGroup}
              name="group"
              maxLength={100}
              required
              style={{ flex: 1 }}
              {...form.getInputProps('name')}
            />
            <Button type="submit" loading={form.submitting}>
              {texts.addGroup}
            </Button>
          </Group>
        </form>
      </Stack>
    </Modal>
  )
}

interface GroupItemProps {
  readonly group: Schemas['Group']
  readonly onChange: () => Promise<unknown>
}

/** A name that is edited in place. */
function GroupItem({ group: { groupId, name }, onChange }: GroupItemProps) {
  const texts = useTexts(contactTexts)
  const [text, setText] = useState(name)
  const [isAsking, setAsking] = useState(false)
  const run = (work: () => Promise<unknown>) => {
    work()
      .then(onChange)
      .catch((error: unknown) => {
        setText(name)
        notifyProblem(error)
      })
  }
  const rename = () => {
    const wanted = text.trim()
    if (wanted !== '' && wanted !== name) run(() => renameGroup(groupId, wanted))
    else setText(name)
  }
  return (
    <Stack gap={4}>
      <Group wrap="nowrap" gap="xs">
        <TextInput
          aria-label={texts.rename({ name })}
          value={text}
          maxLength={100}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={rename}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur()
          }}
          style={{ flex: 1 }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={texts.removeGroup({ name })}
          onClick={() => setAsking(true)}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      {isAsking && (
        <Group gap="xs">
          <Text size="sm">{texts.removeGroupSure}</Text>
          <Button size="compact-sm" color="red" onClick={() => run(() => removeGroup(groupId))}>
            {texts.yesRemove}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsking(false)}>
            {texts.cancel}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
