import { Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { ClientField, givenValues } from './ClientField.tsx'

const FIELDS = ['name', 'country', 'currency', 'credit', 'price', 'rateLimit'] as const

/** The form for a new client; opens the client's page afterwards. */
export function AddClient({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(clientTexts)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>()
  const form = useForm({
    initialValues: { name: '', country: '', currency: '', credit: '', price: '', rateLimit: '' },
  })
  const add = form.onSubmit(async (values) => {
    setError(undefined)
    try {
      const body = givenValues(values) as Schemas['NewClient']
      const { data } = await api.POST('/clients', { body })
      notifyDone(texts.added(values.name))
      await queryClient.invalidateQueries({ queryKey: ['clients'] })
      onClose()
      await navigate({ to: '/operator/clients/$clientId', params: { clientId: String(data?.clientId) } })
    } catch (thrown) {
      const { details } = toProblem(thrown)
      form.setErrors(details)
      if (Object.keys(details).length === 0) setError(thrown)
    }
  })
  return (
    <Modal opened onClose={onClose} title={texts.add} closeButtonProps={{ 'aria-label': texts.cancel }}>
      <form onSubmit={add}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          {FIELDS.map((name) => (
            <ClientField key={name} name={name} required={name === 'name'} {...form.getInputProps(name)} />
          ))}
          <DialogButtons cancel={texts.cancel} submit={texts.add} isBusy={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
