import { Button, Group, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { clientTexts } from '../../texts/clients.ts'
import { addCredit, useReloadClient } from './client-queries.ts'
import { Ledger } from './Ledger.tsx'

/** The credit left, a form to add to it, and its ledger. */
export function ClientCredit({ client }: { readonly client: Schemas['Client'] }) {
  const texts = useTexts(clientTexts)
  const { money } = useFormatters()
  const { credit, currency } = client
  return (
    <Paper component="section" aria-labelledby="credit">
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="lg">
        <Stack gap={4}>
          <Title order={2} id="credit">
            {texts.credit}
          </Title>
          {credit === null ? (
            <Text size="sm" c="dimmed" maw="28rem">
              {texts.postpaidHelp}
            </Text>
          ) : (
            <Text fz="2rem" fw={600} lh={1.2} data-testid="credit">
              {money(credit, currency)}
            </Text>
          )}
        </Stack>
        <AddCredit client={client} />
      </SimpleGrid>
      <Ledger clientId={client.clientId} currency={currency} />
    </Paper>
  )
}

function AddCredit({ client: { clientId, currency } }: { readonly client: Schemas['Client'] }) {
  const texts = useTexts(clientTexts)
  const { money } = useFormatters()
  const reload = useReloadClient()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { amount: '', note: '' } })
  const add = form.onSubmit(async ({ amount, note }) => {
    setError(undefined)
    try {
      const addition = { amount: amount.trim(), note: note.trim() || null }
      await addCredit(clientId, addition)
      form.reset()
      notifyDone(texts.credited({ amount: money(addition.amount, currency) }))
      await reload()
    } catch (thrown) {
      const { addCredit: wrong, ...details } = toProblem(thrown).details
      form.setErrors({ ...details, amount: wrong })
      if (wrong === undefined) setError(thrown)
    }
  })
  return (
    <form onSubmit={add}>
      <Stack gap="sm">
        {error !== undefined && <ErrorState error={error} />}
        <Group gap="sm" align="flex-start" grow>
          <TextInput
            label={texts.amount}
            description={<FieldHelp>{texts.amountHelp}</FieldHelp>}
            name="amount"
            inputMode="decimal"
            required
            {...form.getInputProps('amount')}
          />
          <TextInput
            label={texts.note}
            description={<FieldHelp>{texts.noteHelp}</FieldHelp>}
            name="note"
            maxLength={200}
            {...form.getInputProps('note')}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={form.submitting}>
            {texts.addCredit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
