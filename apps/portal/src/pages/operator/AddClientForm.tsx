import { SimpleGrid, Stack, Switch, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { newClientTexts } from '../../texts/new-client.ts'
import type { NamedClient } from './AddClient.tsx'
import { ClientField, givenValues } from './ClientField.tsx'
import { channelOf } from './channel-of.ts'
import { addClient } from './client-queries.ts'

const FIELDS = ['name', 'country', 'currency', 'credit', 'price', 'rateLimit'] as const

export interface AddClientFormProps {
  readonly onAdded: (client: NamedClient) => Promise<void>
  readonly onCancel: () => void
}

/** The form for a new client; everything but its name may be left out. */
export function AddClientForm({ onAdded, onCancel }: AddClientFormProps) {
  const texts = useTexts(clientTexts)
  const { start } = useTexts(newClientTexts)
  const [error, setError] = useState<unknown>()
  const form = useForm({
    initialValues: {
      name: '',
      country: '',
      currency: '',
      credit: '',
      price: '',
      rateLimit: '',
      address: '',
      email: '',
      withKey: true,
    },
  })
  const add = form.onSubmit(async ({ address: typed, email: mail, withKey, ...values }) => {
    setError(undefined)
    const [address, email] = [typed.trim(), mail.trim()]
    try {
      const added = await addClient({
        ...givenValues(values),
        name: values.name.trim(),
        ...(address !== '' && channelOf(address)),
        ...(email !== '' && { email, withKey }),
      })
      await onAdded({ name: values.name, email, added })
    } catch (thrown) {
      const { number, sender, ...details } = toProblem(thrown).details
      form.setErrors({ ...details, address: number ?? sender })
      if (Object.keys(toProblem(thrown).details).length === 0) setError(thrown)
    }
  })
  return (
    <form onSubmit={add}>
      <Stack>
        {error !== undefined && <ErrorState error={error} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {FIELDS.map((name) => (
            <ClientField key={name} name={name} required={name === 'name'} {...form.getInputProps(name)} />
          ))}
        </SimpleGrid>
        <Title order={3}>{start.title}</Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={texts.channel}
            description={<FieldHelp example="+27 82 000 1234">{texts.channelHelp}</FieldHelp>}
            name="address"
            maxLength={40}
            {...form.getInputProps('address')}
          />
          <TextInput
            label={start.email}
            description={<FieldHelp example="ann@acme.example">{start.emailHelp}</FieldHelp>}
            name="email"
            type="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
        </SimpleGrid>
        <Switch
          label={start.withKey}
          disabled={form.values.email.trim() === ''}
          {...form.getInputProps('withKey', { type: 'checkbox' })}
        />
        <DialogButtons cancel={texts.cancel} submit={texts.add} isBusy={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
