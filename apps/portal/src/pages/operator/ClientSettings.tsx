import { Button, Group, Paper, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { only, useStoredForm } from '../../components/use-stored-form.ts'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { ClientField } from './ClientField.tsx'
import { changeClient, useReloadClient } from './client-queries.ts'

const FIELDS = ['name', 'country', 'price', 'rateLimit', 'retentionDays'] as const

/** Name, country, price and limits. */
export function ClientSettings({ client }: { readonly client: Schemas['Client'] }) {
  const texts = useTexts(clientTexts)
  const reload = useReloadClient()
  const [error, setError] = useState<unknown>()
  const { form, changedIn, settle } = useStoredForm({
    name: client.name,
    country: client.country ?? '',
    price: trimZeros(client.price),
    rateLimit: String(client.rateLimit ?? ''),
    retentionDays: String(client.retentionDays ?? ''),
  })
  const save = form.onSubmit(async (values) => {
    setError(undefined)
    const wanted = {
      name: values.name,
      price: values.price.trim(),
      country: values.country.trim() || null,
      rateLimit: countOf(values.rateLimit),
      retentionDays: countOf(values.retentionDays),
    }
    try {
      await changeClient(client.clientId, only(wanted, changedIn(values)))
      notifyDone(texts.saved)
      await reload()
      settle(values)
    } catch (thrown) {
      const { details } = toProblem(thrown)
      form.setErrors(details)
      if (Object.keys(details).length === 0) setError(thrown)
    }
  })
  return (
    <Paper component="section" aria-labelledby="settings">
      <Title order={2} id="settings" mb="md">
        {texts.settings}
      </Title>
      <form onSubmit={save}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          {FIELDS.map((name) => (
            <ClientField
              key={name}
              name={name}
              required={name === 'name' || name === 'price'}
              {...form.getInputProps(name)}
            />
          ))}
          <Group justify="flex-end">
            <Button type="submit" loading={form.submitting} disabled={changedIn(form.values).length === 0}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

/** Empty: the deployment's. */
function countOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

/** `0.050000` as people write it: `0.05`. */
function trimZeros(amount: string): string {
  // regex-bound: an amount of the gateway, which has few digits.
  return amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}
