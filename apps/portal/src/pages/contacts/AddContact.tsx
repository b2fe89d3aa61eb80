import { Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { contactTexts } from '../../texts/contacts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { saveContact, useReloadContacts } from './queries.ts'

/** Adds a contact, and opens its page. */
export function AddContact({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(contactTexts)
  const { close } = useTexts(shellTexts)
  const navigate = useNavigate()
  const reload = useReloadContacts()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { mobile: '', name: '' } })
  const save = form.onSubmit(async ({ mobile, name }) => {
    setError(undefined)
    try {
      const saved = await saveContact(mobile, { name })
      await reload()
      onClose()
      await navigate({ to: '/contacts/$mobile', params: { mobile: saved.mobile } })
    } catch (problem) {
      const { code, message } = toProblem(problem)
      if (code === 'bad-number') form.setFieldError('mobile', message)
      else setError(problem)
    }
  })
  return (
    <Modal opened onClose={onClose} title={texts.add} closeButtonProps={{ 'aria-label': close }}>
      <form onSubmit={save}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          <TextInput
            label={texts.number}
            description={texts.numberHelp}
            name="mobile"
            type="tel"
            required
            data-autofocus
            {...form.getInputProps('mobile')}
          />
          <TextInput label={texts.name} name="name" maxLength={100} {...form.getInputProps('name')} />
          <DialogButtons cancel={texts.cancel} submit={texts.save} isBusy={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
