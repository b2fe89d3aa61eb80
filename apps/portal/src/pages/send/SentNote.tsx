import { Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendTexts } from '../../texts/send.ts'

interface SentNoteProps {
  readonly sent: Schemas['Sent']
  readonly isScheduled: boolean
  readonly onAnother: () => void
}

/** The outcome of sending, and where to follow it. */
export function SentNote({ sent, isScheduled, onAnother }: SentNoteProps) {
  const texts = useTexts(sendTexts)
  const { number } = useFormatters()
  const { accepted, refused, bulkId, smsId } = sent
  const search = bulkId === null ? { smsId: smsId ?? undefined } : { bulkId }
  return (
    <Paper role="status" maw="36rem">
      <Stack align="flex-start">
        <Group>
          <ThemeIcon size={40} radius="xl" color="green" variant="light" aria-hidden>
            <IconCheck size={22} />
          </ThemeIcon>
          <div>
            <Title order={2}>{isScheduled ? texts.scheduledTitle : texts.sentTitle}</Title>
            <Text>{texts.sent({ count: number(accepted) })}</Text>
          </div>
        </Group>
        {refused.map(({ state, messages }) => (
          <Group key={state} gap="xs">
            <StateBadge state={state} />
            <Text size="sm">{texts.refused({ count: number(messages) })}</Text>
          </Group>
        ))}
        <Group>
          {isScheduled ? (
            <Button component={Link} to="/scheduled" variant="default">
              {texts.seeScheduled}
            </Button>
          ) : (
            <Button component={Link} to="/messages" search={search as never} variant="default">
              {texts.seeMessages}
            </Button>
          )}
          <Button onClick={onAnother}>{texts.another}</Button>
        </Group>
      </Stack>
    </Paper>
  )
}
