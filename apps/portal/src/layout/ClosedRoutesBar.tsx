import { Anchor, Group, Paper, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { queries, type Schemas } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { useLive } from '../live/use-live.ts'
import { waitingTexts } from '../texts/waiting.ts'

const QUEUES = ['get', '/operator/queues']
/** What waits is counted no more often. */
const REST_MS = 3_000

const QUESTION = { params: { query: { onlyClosed: true } } }

/** Tells operators, on every page, which routes have no link that takes messages; shows nothing while each has one. */
export default function ClosedRoutesBar() {
  const refetchInterval = useLive('deployment', QUEUES)
  const { data } = queries.useQuery('get', '/operator/queues', QUESTION, { refetchInterval })
  return data === undefined || data.records.length === 0 ? null : <ClosedRoutes queues={data.records} />
}

function ClosedRoutes({ queues }: { readonly queues: readonly Schemas['RouteQueue'][] }) {
  const texts = useTexts(waitingTexts)
  const { number } = useFormatters()
  useLive('messages', QUEUES, { restMs: REST_MS })
  const routes = queues.map(({ route }) => route).join(', ')
  const waiting = queues.flatMap((queue) => queue.waiting).reduce((sum, { messages }) => sum + messages, 0)
  return (
    <Paper role="status" px="md" py="xs" mb="lg" bg="var(--mantine-color-red-light)">
      <Group gap="xs">
        <IconPlugConnectedX size={18} aria-hidden />
        <Text size="sm">
          <b>{texts.closed(routes)}</b> {waiting > 0 && texts.waits(number(waiting))}
        </Text>
        <Anchor component={Link} to="/operator/links" size="sm">
          {texts.toLinks}
        </Anchor>
      </Group>
    </Paper>
  )
}
