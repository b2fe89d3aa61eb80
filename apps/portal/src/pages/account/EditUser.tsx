import { Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { only, useStoredForm } from '../../components/use-stored-form.ts'
import { useTexts } from '../../language/define-texts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { userTexts } from '../../texts/users.ts'
import { changeUser, useReloadUsers } from './queries.ts'
import { readUserValues, UserSettings, type UserValues } from './UserSettings.tsx'

export interface EditUserProps {
  readonly user: Schemas['User']
  readonly isMe: boolean
  readonly onClose: () => void
}

/** Role, channel and priority of a user. */
export function EditUser({ user, isMe, onClose }: EditUserProps) {
  const texts = useTexts(userTexts)
  const shell = useTexts(shellTexts)
  const reload = useReloadUsers()
  const [error, setError] = useState<unknown>()
  const { userId, email, role, priority, channelId } = user
  const { form, changedIn } = useStoredForm<UserValues>({
    role,
    priority: priority ?? '',
    channelId: String(channelId ?? ''),
  })
  const save = form.onSubmit(async (values) => {
    setError(undefined)
    try {
      await changeUser(userId, only(readUserValues(values), changedIn(values)))
      await reload()
      notifyDone(texts.saved)
      onClose()
    } catch (thrown) {
      setError(thrown)
    }
  })
  return (
    <Modal opened onClose={onClose} title={email} closeButtonProps={{ 'aria-label': shell.close }}>
      <form onSubmit={save}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          <UserSettings getInputProps={(name) => form.getInputProps(name)} hasRole={!isMe} />
          <DialogButtons cancel={texts.cancel} submit={texts.save} isBusy={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
