import { Paper, Stack, Text, Title } from '@mantine/core'
import { queries, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { WaitingCauses } from '../../components/WaitingCauses.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useLive } from '../../live/use-live.ts'
import { waitingTexts } from '../../texts/waiting.ts'

const QUEUES = ['get', '/operator/queues']
/** What waits is counted no more often. */
const REST_MS = 3_000

/** What waits on each route, and why. */
export function QueueList() {
  const texts = useTexts(waitingTexts)
  const refetchInterval = useLive('deployment', QUEUES)
  useLive('messages', QUEUES, { restMs: REST_MS })
  const { data, error, refetch } = queries.useQuery('get', '/operator/queues', {}, { refetchInterval })
  return (
    <Stack component="section" aria-label={texts.queues} id="queues">
      <Title order={2} size="h3">
        {texts.queues}
      </Title>
      <Text size="sm" c="dimmed" maw="42rem">
        {texts.queuesHelp}
      </Text>
      {data === undefined && error === null && <LoadingRows rows={1} height={40} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.records.length === 0 && <Text size="sm">{texts.noQueues}</Text>}
      {data?.records.map((queue) => (
        <Queue key={queue.route} queue={queue} />
      ))}
    </Stack>
  )
}

function Queue({ queue: { route, waiting, causes } }: { readonly queue: Schemas['RouteQueue'] }) {
  const texts = useTexts(waitingTexts)
  const { number, relative } = useFormatters()
  return (
    <Paper p="md" component="article" aria-label={texts.queue(route)}>
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {texts.queue(route)}
        </Text>
        {waiting.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.empty}
          </Text>
        )}
        {waiting.map(({ priority, messages, oldestAt }) => (
          <Text key={priority} size="sm">
            {texts.waiting(priority, number(messages), relative(oldestAt, Date.now()))}
          </Text>
        ))}
        {waiting.length > 0 && causes.length === 0 && <Text size="sm">{texts.isSent}</Text>}
        <WaitingCauses causes={causes} />
      </Stack>
    </Paper>
  )
}
