import { Badge, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { SecretOnce } from '../../components/SecretOnce.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { channelOf } from './channel-of.ts'
import { addChannel, useChannelsOf, useReloadChannels } from './client-queries.ts'

/** The numbers and senders of a client, and a form to add more. */
export function ClientChannels({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const { data, error } = useChannelsOf(clientId)
  return (
    <Paper component="section" aria-labelledby="channels">
      <Title order={2} id="channels" mb="md">
        {texts.channels}
      </Title>
      <Stack>
        <Loaded query={{ data, error }} rows={2} laterProblem="above" />
        {data?.records.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.channelsEmpty}
          </Text>
        )}
        {data?.records.map((channel) => (
          <Channel key={channel.channelId} channel={channel} />
        ))}
        <AddChannel clientId={clientId} />
      </Stack>
    </Paper>
  )
}

function Channel({ channel: { address, channelId, isDefault, enabled } }: { readonly channel: Schemas['Channel'] }) {
  const texts = useTexts(clientTexts)
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" fw={600}>
        {address}
      </Text>
      <Group gap="xs">
        {isDefault && <Badge>{texts.isDefault}</Badge>}
        {!enabled && <Badge color="gray">{texts.disabled}</Badge>}
        <Text size="xs" c="dimmed">
          {channelId}
        </Text>
      </Group>
    </Group>
  )
}

interface Added {
  readonly address: string
  readonly securityKey: string
}

function AddChannel({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const reload = useReloadChannels()
  const [error, setError] = useState<unknown>()
  const [added, setAdded] = useState<Added>()
  const form = useForm({ initialValues: { address: '' } })
  const add = form.onSubmit(async (values) => {
    setError(undefined)
    const address = values.address.trim()
    try {
      const { securityKey } = await addChannel(clientId, channelOf(address))
      setAdded({ address, securityKey })
      form.reset()
      notifyDone(texts.channelAdded({ address }))
      await reload()
    } catch (thrown) {
      const { number, sender } = toProblem(thrown).details
      form.setErrors({ address: number ?? sender })
      if (number === undefined && sender === undefined) setError(thrown)
    }
  })
  return (
    <form onSubmit={add}>
      <Stack gap="sm">
        {error !== undefined && <ErrorState error={error} />}
        {added !== undefined && (
          <SecretOnce label={texts.securityKey({ address: added.address })} secret={added.securityKey} />
        )}
        <TextInput
          label={texts.channel}
          description={<FieldHelp example="+27 82 000 1234">{texts.channelHelp}</FieldHelp>}
          name="address"
          required
          maxLength={40}
          {...form.getInputProps('address')}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={form.submitting}>
            {texts.addChannel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
