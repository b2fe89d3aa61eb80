import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { developerTexts } from '../../texts/developers.ts'
import { useLatestMessages } from './queries.ts'

const SHOWN = 10

/** The latest messages of the user's programs, with the interface they came by and their state. */
export function LatestMessages() {
  const { latest: texts } = useTexts(developerTexts)
  const query = useLatestMessages(SHOWN)
  return (
    <Paper component="section" aria-labelledby="latest-messages">
      <Group justify="space-between" align="baseline">
        <Title order={2} id="latest-messages">
          {texts.title}
        </Title>
        <Anchor component={Link} to="/messages" size="sm">
          {texts.all}
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      <Loaded query={query} rows={3} laterProblem="above">
        {({ records }) => records.length === 0 && <Text size="sm">{texts.none}</Text>}
      </Loaded>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {query.data?.records.map((message) => (
          <LatestMessage key={message.smsId} message={message} />
        ))}
      </Stack>
    </Paper>
  )
}

function LatestMessage({ message }: { readonly message: Schemas['Message'] }) {
  const { smsId, acceptedAt, origin, to, state, error } = message
  return (
    <Group component="li" gap="sm" data-testid={`latest-${smsId}`}>
      <Text size="sm" c="dimmed">
        <TimeText moment={acceptedAt} form="time" />
      </Text>
      <StateBadge state={state} />
      <Text size="sm">
        <bdi>
          {origin} → {to}
        </bdi>
      </Text>
      {error !== null && (
        <Text size="sm" c="dimmed">
          {error.description}
        </Text>
      )}
    </Group>
  )
}
