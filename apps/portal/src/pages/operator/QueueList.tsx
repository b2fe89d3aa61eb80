import { Paper, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { useLiveCounts, useQueues } from '../../components/shared-queries.ts'
import { WaitingCauses } from '../../components/WaitingCauses.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { waitingTexts } from '../../texts/waiting.ts'

/** What waits on each route, and why. */
export function QueueList() {
  const texts = useTexts(waitingTexts)
  const query = useQueues()
  useLiveCounts()
  return (
    <Stack component="section" aria-label={texts.queues} id="queues">
      <Title order={2} size="h3">
        {texts.queues}
      </Title>
      <Text size="sm" c="dimmed" maw="42rem">
        {texts.queuesHelp}
      </Text>
      <Loaded query={query} rows={1} height={40}>
        {({ records }) => records.length === 0 && <Text size="sm">{texts.noQueues}</Text>}
      </Loaded>
      {query.data?.records.map((queue) => (
        <Queue key={queue.route} queue={queue} />
      ))}
    </Stack>
  )
}

function Queue({ queue: { route, waiting, causes } }: { readonly queue: Schemas['RouteQueue'] }) {
  const texts = useTexts(waitingTexts)
  const { number, relative } = useFormatters()
  return (
    <Paper p="md" component="article" aria-label={texts.queue({ route })}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {texts.queue({ route })}
        </Text>
        {waiting.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.empty}
          </Text>
        )}
        {waiting.map(({ priority, messages, oldestAt }) => (
          <Text key={priority} size="sm">
            {texts.waiting({ priority, count: number(messages), age: relative(oldestAt, Date.now()) })}
          </Text>
        ))}
        {waiting.length > 0 && causes.length === 0 && <Text size="sm">{texts.isSent}</Text>}
        <WaitingCauses causes={causes} />
      </Stack>
    </Paper>
  )
}
