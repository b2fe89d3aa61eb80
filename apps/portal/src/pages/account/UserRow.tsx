import { ActionIcon, Badge, Group, Menu, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { shellTexts } from '../../texts/shell.ts'
import { userTexts } from '../../texts/users.ts'
import { EditUser } from './EditUser.tsx'
import { changeUser, useReloadUsers } from './queries.ts'
import { UserAccess } from './UserAccess.tsx'

/** A user, with the actions on it. */
export function UserRow({ user }: { readonly user: Schemas['User'] }) {
  const texts = useTexts(userTexts)
  const { undo } = useTexts(shellTexts)
  const { colon } = useFormatters()
  const me = useMe()
  const reload = useReloadUsers()
  const [open, setOpen] = useState<'settings' | 'access'>()
  const close = () => setOpen(undefined)
  const { userId, email, role, enabled, priority } = user
  const isMe = userId === me.userId

  async function setEnabled(isOn: boolean): Promise<void> {
    await changeUser(userId, { enabled: isOn })
    await reload()
  }

  async function toggle(): Promise<void> {
    try {
      await setEnabled(!enabled)
      const message = enabled ? texts.disabledNow({ email }) : texts.enabledNow({ email })
      notifyUndoable({ message, undoLabel: undo, undo: () => setEnabled(enabled) })
    } catch (thrown) {
      notifyProblem(thrown)
    }
  }

  return (
    <Group component="li" justify="space-between" wrap="nowrap" aria-label={email}>
      <Stack gap={4} miw={0}>
        <Text size="sm" fw={600} c={enabled ? undefined : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Group gap={6}>
          <Badge color="gray">{texts.roles[role]}</Badge>
          {isMe && <Badge>{texts.isMe}</Badge>}
          {priority !== null && (
            <Badge color="gray">
              {texts.priority}
              {colon}
              {priority}
            </Badge>
          )}
          {!enabled && <Badge color="red">{texts.disabled}</Badge>}
        </Group>
      </Stack>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.actionsOf({ email })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen('settings')}>{texts.edit}</Menu.Item>
          {!isMe && <Menu.Item onClick={() => setOpen('access')}>{texts.access}</Menu.Item>}
          {!isMe && <Menu.Item onClick={() => void toggle()}>{enabled ? texts.disable : texts.enable}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {open === 'settings' && <EditUser user={user} isMe={isMe} onClose={close} />}
      {open === 'access' && <UserAccess user={user} onClose={close} />}
    </Group>
  )
}
