import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { developerTexts } from '../../texts/developers.ts'
import { shellTexts } from '../../texts/shell.ts'

export interface AddPortalKeyProps {
  /** Rejects when the password is wrong. */
  readonly onAdd: (presentPassword: string) => Promise<unknown>
}

/** Makes a key that does all that the user may do here; so the password is asked for again. */
export function AddPortalKey({ onAdd }: AddPortalKeyProps) {
  const { keys: texts } = useTexts(developerTexts)
  const shell = useTexts(shellTexts)
  const [isOpen, setOpen] = useState(false)
  const form = useForm({ initialValues: { presentPassword: '' } })
  const close = () => {
    form.reset()
    setOpen(false)
  }
  const save = form.onSubmit(async ({ presentPassword }) => {
    try {
      await onAdd(presentPassword)
      close()
    } catch (thrown) {
      if (toProblem(thrown).code === 'wrong-password') form.setErrors({ presentPassword: texts.wrongPassword })
      else notifyProblem(thrown)
    }
  })
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.addPortal}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.addPortal} closeButtonProps={{ 'aria-label': shell.close }}>
        <form onSubmit={save}>
          <Stack>
            <Text size="sm">{texts.addPortalHelp}</Text>
            <PasswordInput
              label={texts.password}
              name="presentPassword"
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('presentPassword')}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={form.submitting}>
                {texts.add}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  )
}
