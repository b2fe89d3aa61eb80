import { Button, Center, Paper, Stack, Text, Timeline, Title } from '@mantine/core'
import { IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { Loaded } from '../../components/Loaded.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { contactTexts } from '../../texts/contacts.ts'
import { useTrail } from './queries.ts'

/** Every opt-in and opt-out of a contact. */
export function AuditTrail({ mobile }: { readonly mobile: string }) {
  const texts = useTexts(contactTexts)
  const query = useTrail(mobile)
  const entries = query.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <Paper>
      <Stack>
        <Title order={2}>{texts.trail}</Title>
        <Loaded query={query} rows={2} laterProblem="above" />
        {query.isSuccess && entries.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.trailEmpty}
          </Text>
        )}
        {entries.length > 0 && (
          <Timeline bulletSize={24} lineWidth={2} active={-1}>
            {entries.map(({ entryId, status, description, at, changed }) => (
              <Timeline.Item
                key={entryId}
                bullet={status === 'opted-out' ? <IconUserOff size={14} /> : <IconUserCheck size={14} />}
                title={<Text size="sm">{status === 'opted-out' ? texts.optedOut : texts.optedIn}</Text>}
              >
                <Text size="xs" c="dimmed">
                  <TimeText moment={at} />
                  {!changed && ` · ${texts.unchanged}`}
                </Text>
                <Text size="xs" c="dimmed">
                  {description}
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
        {query.hasNextPage && (
          <Center>
            <Button
              variant="subtle"
              size="xs"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {texts.more}
            </Button>
          </Center>
        )}
      </Stack>
    </Paper>
  )
}
