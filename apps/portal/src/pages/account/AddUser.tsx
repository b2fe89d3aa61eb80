import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { shellTexts } from '../../texts/shell.ts'
import { userTexts } from '../../texts/users.ts'
import { LinkToPassOn } from './LinkToPassOn.tsx'
import { inviteUser, useReloadUsers } from './queries.ts'
import { NEW_USER, readUserValues, UserSettings } from './UserSettings.tsx'

/** The form for a new user, who sets the first password by a link. */
export function AddUser({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(userTexts)
  const shell = useTexts(shellTexts)
  const reload = useReloadUsers()
  const [error, setError] = useState<unknown>()
  const { language } = useLanguage()
  const [invited, setInvited] = useState<Schemas['InvitedUser']>()
  const form = useForm({ initialValues: { email: '', ...NEW_USER } })
  const add = form.onSubmit(async ({ email, ...values }) => {
    setError(undefined)
    try {
      setInvited(await inviteUser({ email: email.trim(), language, ...readUserValues(values) }))
      await reload()
    } catch (thrown) {
      const { code, details } = toProblem(thrown)
      if (code === 'email-taken') form.setErrors({ email: texts.taken })
      else form.setErrors(details)
      if (code !== 'email-taken' && Object.keys(details).length === 0) setError(thrown)
    }
  })
  return (
    <Modal opened onClose={onClose} title={texts.add} closeButtonProps={{ 'aria-label': shell.close }}>
      {invited !== undefined ? (
        <Stack>
          <LinkToPassOn email={invited.user.email} invitation={invited.invitation} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{shell.close}</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={add}>
          <Stack>
            {error !== undefined && <ErrorState error={error} />}
            <TextInput
              label={texts.email}
              description={texts.emailHelp}
              name="email"
              type="email"
              required
              maxLength={254}
              {...form.getInputProps('email')}
            />
            <UserSettings getInputProps={(name) => form.getInputProps(name)} hasRole />
            <DialogButtons cancel={texts.cancel} submit={texts.add} isBusy={form.submitting} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Modal>
  )
}
