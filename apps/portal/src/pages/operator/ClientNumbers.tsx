import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { giveNumber, takeNumber, useOutgoingNumbersOf, useReloadOutgoingNumbers } from './client-queries.ts'

/** The numbers that a client was given to send as, and a form to give it more. */
export function ClientNumbers({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const { data, error } = useOutgoingNumbersOf(clientId)
  const given = data?.records.filter(({ givenAt }) => givenAt !== null) ?? []
  return (
    <Paper component="section" aria-labelledby="outgoing-numbers">
      <Title order={2} id="outgoing-numbers">
        {texts.numbers}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.numbersHelp}
      </Text>
      <Stack>
        {error !== null && <ErrorState error={error} />}
        {data !== undefined && given.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.numbersEmpty}
          </Text>
        )}
        {given.map(({ number }) => (
          <GivenNumber key={number} clientId={clientId} number={number} />
        ))}
        <GiveNumber clientId={clientId} />
      </Stack>
    </Paper>
  )
}

function GivenNumber({ clientId, number }: { readonly clientId: number; readonly number: string }) {
  const texts = useTexts(clientTexts)
  const reload = useReloadOutgoingNumbers()
  async function take() {
    try {
      await takeNumber(clientId, number)
      notifyDone(texts.numberTaken({ number }))
      await reload()
    } catch (error) {
      notifyProblem(error)
    }
  }
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" fw={600}>
        {number}
      </Text>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => void take()}>
        {texts.takeNumber({ number })}
      </Button>
    </Group>
  )
}

function GiveNumber({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const reload = useReloadOutgoingNumbers()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { number: '' } })
  const give = form.onSubmit(async (values) => {
    setError(undefined)
    try {
      const { number } = await giveNumber(clientId, values.number.trim())
      form.reset()
      notifyDone(texts.numberGiven({ number }))
      await reload()
    } catch (thrown) {
      const { details } = toProblem(thrown)
      form.setErrors(details)
      if (details.number === undefined) setError(thrown)
    }
  })
  return (
    <form onSubmit={give}>
      <Stack gap="sm">
        {error !== undefined && <ErrorState error={error} />}
        <TextInput
          label={texts.outgoingNumber}
          description={<FieldHelp example="+27 82 000 1234">{texts.outgoingNumberHelp}</FieldHelp>}
          name="number"
          type="tel"
          required
          maxLength={40}
          {...form.getInputProps('number')}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={form.submitting}>
            {texts.giveNumber}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
