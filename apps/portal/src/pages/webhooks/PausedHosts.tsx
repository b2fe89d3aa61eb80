import { Alert, Group, Stack, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { webhookTexts } from '../../texts/webhooks.ts'
import { usePausedHosts } from './queries.ts'

/**
 * The failing servers, with the number of webhooks that wait for them and the next attempt; nothing while all of them
 * work.
 */
export function PausedHosts({ everyClient = false }: { readonly everyClient?: boolean | undefined }) {
  const { paused: texts } = useTexts(webhookTexts)
  const { data } = usePausedHosts(everyClient)
  const hosts = data?.records ?? []
  const nameOf = useClientNames(everyClient ? hosts.map(({ clientId }) => clientId) : [])
  if (hosts.length === 0) return null
  return (
    <Alert
      color="orange"
      icon={<IconPlugConnectedX aria-hidden />}
      title={texts.title({ count: hosts.length })}
      mb="lg"
    >
      <Stack gap="sm">
        <Text size="sm">{texts.text}</Text>
        {hosts.map((host) => (
          <PausedHost
            key={`${host.clientId} ${host.host}`}
            host={host}
            clientName={everyClient ? nameOf(host.clientId) : undefined}
          />
        ))}
      </Stack>
    </Alert>
  )
}

interface PausedHostProps {
  readonly host: Schemas['PausedHost']
  /** Absent: all hosts of the list are of one client. */
  readonly clientName: string | undefined
}

function PausedHost({ host, clientName }: PausedHostProps) {
  const { paused: texts } = useTexts(webhookTexts)
  const { colon, number, relative } = useFormatters()
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true })
  return (
    <Group gap="md" justify="space-between">
      <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
        {clientName !== undefined && `${clientName} · `}
        {host.host}
      </Text>
      <Text size="sm">
        {texts.waiting({ count: number(host.waiting) })} {texts.since} <TimeText moment={host.since} /> · {texts.next}
        {colon}
        <time dateTime={host.probeAt}>{relative(host.probeAt, now)}</time>
      </Text>
    </Group>
  )
}
