import { Button, Group, NativeSelect, Popover, Stack, Switch, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChannels } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { useResend } from './queries.ts'
import { KINDS, PERIODS, type Period, STATES, sinceOf, type WebhookSearch } from './webhook-search.ts'

/** Two side by side on a phone. */
const GROWS = { style: { flex: '1 1 8rem' }, maw: '14rem' }

/** The filters of the log, kept in the address bar. */
export function WebhookFilters({ search }: { readonly search: WebhookSearch }) {
  const texts = useTexts(webhookTexts)
  const navigate = useNavigate({ from: '/webhooks' })
  const { role } = useMe()
  const change = (changed: object) =>
    void navigate({ search: (now: WebhookSearch) => ({ ...now, ...changed }), replace: true })
  const set = (name: keyof WebhookSearch) => (event: { readonly currentTarget: { readonly value: string } }) => {
    const value = event.currentTarget.value
    change({ [name]: value === '' ? undefined : value })
  }
  const any = { value: '', label: texts.any }
  return (
    <Group role="group" aria-label={texts.filters} align="flex-end" gap="sm" mb="md">
      <NativeSelect
        label={texts.kind}
        {...GROWS}
        value={search.kind ?? ''}
        onChange={set('kind')}
        data={[any, ...KINDS.map((value) => ({ value, label: texts.kinds[value] }))]}
      />
      <NativeSelect
        label={texts.state}
        {...GROWS}
        value={search.state ?? ''}
        onChange={set('state')}
        data={[any, ...STATES.map((value) => ({ value, label: texts.states[value] }))]}
      />
      {role !== 'user' && <ChannelFilter value={search.channelId} onChange={set('channelId')} />}
      <NativeSelect
        label={texts.since}
        {...GROWS}
        value={search.period ?? ''}
        onChange={set('period')}
        data={[any, ...periodChoices(texts.periods)]}
      />
      {role === 'operator' && (
        <Switch
          label={texts.everyClient}
          checked={search.everyClient ?? false}
          onChange={(event) => change({ everyClient: event.currentTarget.checked || undefined })}
          mb={8}
        />
      )}
      {role !== 'user' && !search.everyClient && <ResendFailed search={search} />}
    </Group>
  )
}

function periodChoices(names: Readonly<Record<Period, string>>) {
  return (Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: names[value] }))
}

interface ChannelFilterProps {
  readonly value: number | undefined
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void
}

function ChannelFilter({ value, onChange }: ChannelFilterProps) {
  const texts = useTexts(webhookTexts)
  const { data } = useChannels()
  const channels = data?.records ?? []
  if (channels.length < 2) return null
  const choices = channels.map(({ channelId, address }) => ({ value: String(channelId), label: address }))
  return (
    <NativeSelect
      label={texts.channel}
      {...GROWS}
      value={value ?? ''}
      onChange={onChange}
      data={[{ value: '', label: texts.any }, ...choices]}
    />
  )
}

/** Sends all failed webhooks again: asks for the period, and explains what it will do. */
function ResendFailed({ search: { kind, channelId, period } }: { readonly search: WebhookSearch }) {
  const texts = useTexts(webhookTexts)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Period>(period ?? 'day')
  const resend = useResend()
  const run = () => {
    setOpen(false)
    resend.mutate({ failedSince: sinceOf(chosen, Date.now()) as string, kind, channelId })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button
          variant="default"
          ms="auto"
          loading={resend.isPending}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.resendFailed}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="20rem" aria-label={texts.resendFailed}>
        <Stack gap="sm">
          <Text size="sm">{texts.resendFailedText}</Text>
          <NativeSelect
            aria-label={texts.since}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value as Period)}
            data={periodChoices(texts.periods)}
          />
          <Button onClick={run}>{texts.resend}</Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
