import '@mantine/dates/styles.css'
import { Button, Center, Grid, Indicator, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { Calendar } from '@mantine/dates'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useCalendarWords } from '../../components/use-calendar-words.ts'
import { useTexts } from '../../language/define-texts.ts'
import { momentTexts } from '../../texts/moments.ts'
import { scheduledTexts } from '../../texts/scheduled.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useScheduled } from './queries.ts'
import { ScheduledRow } from './ScheduledRow.tsx'

/** Messages that are still to be sent, as a list and as a calendar. */
export function ScheduledPage() {
  const texts = useTexts(scheduledTexts)
  const { pages } = useTexts(shellTexts)
  const { view = 'list' } = useSearch({ from: '/shell/scheduled' })
  const navigate = useNavigate({ from: '/scheduled' })
  const bulks = useScheduled()
  const records = bulks.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <>
      <PageHeader
        title={pages.scheduled}
        description={texts.description}
        actions={
          <SegmentedControl
            aria-label={texts.view}
            value={view}
            onChange={(value) => void navigate({ search: value === 'calendar' ? { view: value } : {} })}
            data={[
              { value: 'list', label: texts.list },
              { value: 'calendar', label: texts.calendar },
            ]}
          />
        }
      />
      <Loaded query={bulks} laterProblem="above" />
      {bulks.isSuccess && records.length === 0 && (
        <EmptyState
          Icon={IconCalendarTime}
          title={texts.emptyTitle}
          text={texts.emptyText}
          action={
            <Button component={Link} to="/send">
              {texts.write}
            </Button>
          }
        />
      )}
      {records.length > 0 && (view === 'list' ? <Rows bulks={records} /> : <ByDay bulks={records} />)}
      {bulks.hasNextPage && (
        <Center mt="md">
          <Button variant="default" onClick={() => void bulks.fetchNextPage()}>
            {texts.more}
          </Button>
        </Center>
      )}
    </>
  )
}

function Rows({ bulks }: { readonly bulks: readonly Schemas['ShownScheduledBulk'][] }) {
  return (
    <Stack gap="sm">
      {bulks.map((bulk) => (
        <ScheduledRow key={bulk.bulkId} bulk={bulk} />
      ))}
    </Stack>
  )
}

function ByDay({ bulks }: { readonly bulks: readonly Schemas['ShownScheduledBulk'][] }) {
  const texts = useTexts(scheduledTexts)
  const { calendar } = useTexts(momentTexts)
  const words = useCalendarWords()
  const [day, setDay] = useState(() => dayOf(bulks[0]?.sendAt ?? new Date().toISOString()))
  const days = new Set(bulks.map(({ sendAt }) => dayOf(sendAt)))
  const shown = bulks.filter(({ sendAt }) => dayOf(sendAt) === day)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 'content' }}>
        <Paper>
          <Calendar
            defaultDate={day}
            ariaLabels={calendar}
            {...words}
            getDayProps={(date) => ({ selected: date === day, onClick: () => setDay(date) })}
            renderDay={(date) => (
              <Indicator size={6} offset={-3} disabled={!days.has(date)}>
                <span>{Number(date.slice(8))}</span>
              </Indicator>
            )}
          />
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 'auto' }}>
        {shown.length > 0 ? <Rows bulks={shown} /> : <Text c="dimmed">{texts.nothingThen}</Text>}
      </Grid.Col>
    </Grid>
  )
}

/** The day of a moment in the viewer's zone: `2030-01-31`. */
function dayOf(moment: string): string {
  const date = new Date(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
