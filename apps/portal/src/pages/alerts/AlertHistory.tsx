import { Button, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useAlertEvents } from '../../components/shared-queries.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useAlertWords } from '../../components/use-alert-words.ts'
import { useTexts } from '../../language/define-texts.ts'
import { alertTexts } from '../../texts/alerts.ts'

const PAGE = 20
const MOST = 200

/** When alerts began and ended, newest first. */
export function AlertHistory() {
  const texts = useTexts(alertTexts)
  const [limit, setLimit] = useState(PAGE)
  const { data } = useAlertEvents(limit)
  if (data === undefined) return <LoadingRows rows={2} />
  if (data.records.length === 0) return <Text size="sm">{texts.noHistory}</Text>
  const area = { tabIndex: 0, role: 'region', 'aria-label': texts.historyTable }
  return (
    <Stack align="flex-start">
      <Table.ScrollContainer minWidth={480} w="100%" scrollAreaProps={{ viewportProps: area }}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.alert}</Table.Th>
              <Table.Th>{texts.began}</Table.Th>
              <Table.Th>{texts.ended}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.records.map((event) => (
              <EventRow key={event.eventId} event={event} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.next !== null && limit < MOST && (
        <Button variant="default" size="xs" onClick={() => setLimit(MOST)}>
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

function EventRow({ event }: { readonly event: Schemas['AlertEvent'] }) {
  const texts = useTexts(alertTexts)
  const words = useAlertWords()
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{words.what(event)}</Text>
        <Text size="xs" c="dimmed">
          {words.found(event.kind, event.value)} {event.subject}
        </Text>
        {event.problem !== null && (
          <Text size="xs" c="red" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {texts.notReported} {event.problem}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <TimeText moment={event.beganAt} />
      </Table.Td>
      <Table.Td>{event.endedAt === null ? '–' : <TimeText moment={event.endedAt} />}</Table.Td>
    </Table.Tr>
  )
}
