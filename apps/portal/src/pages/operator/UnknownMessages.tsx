import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendingTexts } from '../../texts/sending.ts'
import { DecideOutcome } from './DecideOutcome.tsx'
import { useUnknown } from './queries.ts'

type Count = Schemas['UnknownCount']

/** Messages that may or may not have been sent, by client and route. */
export function UnknownMessages() {
  const texts = useTexts(sendingTexts)
  const query = useUnknown()
  const nameOf = useClientNames(query.data?.records.map(({ clientId }) => clientId) ?? [])
  return (
    <Stack component="section" aria-label={texts.unknown}>
      <Title order={2} size="h3">
        {texts.unknown}
      </Title>
      <Text size="sm" c="dimmed" maw="42rem">
        {texts.unknownHelp}
      </Text>
      <Loaded query={query} rows={1} height={40}>
        {({ records }) =>
          records.length === 0 && <EmptyState Icon={IconCheck} title={texts.noneUnknown} text={texts.nothing} />
        }
      </Loaded>
      {query.data?.records.map((count) => (
        <CountRow key={`${count.clientId} ${count.route}`} count={count} clientName={nameOf(count.clientId)} />
      ))}
    </Stack>
  )
}

function CountRow({ count, clientName }: { readonly count: Count; readonly clientName: string }) {
  const texts = useTexts(sendingTexts)
  const { number } = useFormatters()
  const [isDeciding, setDeciding] = useState(false)
  const { route, messages, oldestAt } = count
  const what = texts.group({ client: clientName, route })
  return (
    <Paper p="md">
      <Group justify="space-between">
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {what}
          </Text>
          <Text size="sm">{texts.messages({ count: number(messages) })}</Text>
          <Text size="xs" c="dimmed">
            {texts.oldest} <TimeText moment={oldestAt} />
          </Text>
        </Stack>
        <Button variant="default" size="xs" onClick={() => setDeciding(true)} aria-label={texts.decideOf({ what })}>
          {texts.decide}
        </Button>
      </Group>
      {isDeciding && <DecideOutcome count={count} title={what} onClose={() => setDeciding(false)} />}
    </Paper>
  )
}
