import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'
import { browserName } from './browser-name.ts'
import { endOtherSessions, endSession, useOwnSessions, useReloadOwnSessions } from './own-queries.ts'
import { Section } from './Section.tsx'

/** Lists the user's own sessions, each with a button to end it. */
export function OwnSessions() {
  const { sessions: texts } = useTexts(accountTexts)
  const query = useOwnSessions()
  const { data } = query
  const reload = useReloadOwnSessions()
  const others = data?.records.filter(({ isThis }) => !isThis) ?? []

  async function end(run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
      notifyDone(texts.ended)
      await reload()
    } catch (thrown) {
      notifyProblem(thrown)
    }
  }

  const endOne = (sessionId: string) => end(() => endSession(sessionId))
  return (
    <Section title={texts.title} help={texts.help}>
      <Loaded query={query} rows={2} height={36} laterProblem="above" />
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.records.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => void endOne(session.sessionId)} />
        ))}
      </Stack>
      {others.length > 0 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => void end(endOtherSessions)}>
            {texts.endOthers}
          </Button>
        </Group>
      )}
    </Section>
  )
}

interface SessionRowProps {
  readonly session: Schemas['SessionRecord']
  readonly onEnd: () => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { sessions: texts } = useTexts(accountTexts)
  const name = browserName(session.browser) ?? texts.unknownBrowser
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600} title={session.browser}>
            {name}
          </Text>
          {session.isThis && <Badge>{texts.isThis}</Badge>}
          {session.via === 'link' && <Badge color="gray">{texts.byLink}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {session.address} · {texts.seen} <TimeText moment={session.seenAt} />
        </Text>
      </Stack>
      {!session.isThis && (
        <Button variant="subtle" size="compact-sm" onClick={onEnd} aria-label={texts.endOf({ name })}>
          {texts.end}
        </Button>
      )}
    </Group>
  )
}
