import { Anchor, Group, Paper, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { useLiveCounts, useQueues } from '../components/shared-queries.ts'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { waitingTexts } from '../texts/waiting.ts'

/** Tells operators, on every page, which routes have no link that takes messages; shows nothing while each has one. */
export default function ClosedRoutesBar() {
  const { data } = useQueues(true)
  return data === undefined || data.records.length === 0 ? null : <ClosedRoutes queues={data.records} />
}

function ClosedRoutes({ queues }: { readonly queues: readonly Schemas['RouteQueue'][] }) {
  const texts = useTexts(waitingTexts)
  const { list, number } = useFormatters()
  useLiveCounts()
  const routes = list(queues.map(({ route }) => route))
  const waiting = queues.flatMap((queue) => queue.waiting).reduce((sum, { messages }) => sum + messages, 0)
  return (
    <Paper role="status" px="md" py="xs" mb="lg" bg="var(--mantine-color-red-light)">
      <Group gap="xs">
        <IconPlugConnectedX size={18} aria-hidden />
        <Text size="sm">
          <b>{texts.closed({ routes })}</b> {waiting > 0 && texts.waits({ count: number(waiting) })}
        </Text>
        <Anchor component={Link} to="/operator/links" size="sm">
          {texts.toLinks}
        </Anchor>
      </Group>
    </Paper>
  )
}
