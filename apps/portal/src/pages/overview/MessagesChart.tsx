import {
  Anchor,
  ColorSwatch,
  Group,
  getThemeColor,
  Paper,
  SegmentedControl,
  Skeleton,
  Text,
  Title,
  useMantineTheme,
} from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { STATE_GROUPS, type StateGroup } from '../../components/state-groups.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { overviewTexts } from '../../texts/overview.ts'
import { stateGroupTexts } from '../../texts/state-groups.ts'
import { barsOf, type Division, type Series, seriesOf } from './chart-series.ts'
import classes from './overview.module.css'
import type { OverviewSearch } from './overview-search.ts'

type Overview = Schemas['Overview']

const MINUTE_MS = 60_000
const BARS_HEIGHT = 260

/** Larger than all the rest of the page, which is therefore shown without waiting for it. */
const MessageBars = lazy(() => import('./MessageBars.tsx'))

/** Messages over time, by their state or by the interface they came by. */
export function MessagesChart({ overview }: { readonly overview: Overview }) {
  const texts = useTexts(overviewTexts)
  const groups = useTexts(stateGroupTexts)
  const navigate = useNavigate()
  const { by: division = 'state' } = useSearch({ from: '/shell/' })
  const series = seriesOf(overview, division)
  const nameOf = (name: string) => (division === 'state' ? groups[name as StateGroup] : name)
  const seeBar = (at: string) => {
    const until = new Date(Date.parse(at) + overview.stepMinutes * MINUTE_MS).toISOString()
    void navigate({ to: '/messages', search: { since: at, until } })
  }
  return (
    <Paper>
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2}>{texts.chart}</Title>
          <Text size="sm" c="dimmed">
            {texts.chartHelp}
          </Text>
        </div>
        <SegmentedControl
          size="xs"
          aria-label={texts.chartBy}
          data={[
            { value: 'state', label: texts.byState },
            { value: 'origin', label: texts.byOrigin },
          ]}
          value={division}
          onChange={(value) =>
            void navigate({
              to: '/',
              search: (now: OverviewSearch) => ({ ...now, by: value === 'origin' ? value : undefined }),
              resetScroll: false,
            })
          }
        />
      </Group>
      {series.length === 0 ? (
        <EmptyState title={texts.noMessages} text={texts.noMessagesText} />
      ) : (
        <>
          {/* The same figures are in the list below, where they can be read and followed. */}
          <div aria-hidden className={classes.chart}>
            <Suspense fallback={<Skeleton height={BARS_HEIGHT} />}>
              <MessageBars
                bars={barsOf(overview, division, Date.now())}
                series={series.map(({ name, color }) => ({ name, color, label: nameOf(name) }))}
                onBar={seeBar}
              />
            </Suspense>
          </div>
          <Legend overview={overview} division={division} series={series} nameOf={nameOf} />
        </>
      )}
    </Paper>
  )
}

interface LegendProps {
  readonly overview: Overview
  readonly division: Division
  readonly series: readonly Series[]
  readonly nameOf: (name: string) => string
}

/** What the colours mean, and how many messages each stands for, with a link to them. */
function Legend({ overview, division, series, nameOf }: LegendProps) {
  const { number } = useFormatters()
  const theme = useMantineTheme()
  const searchOf = (name: string) =>
    division === 'state' ? { state: STATE_GROUPS[name as StateGroup].states.join(',') } : { origin: name }
  return (
    <Group gap="lg" mt="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {series.map(({ name, color, messages }) => (
        <Group key={name} gap={6} component="li" wrap="nowrap">
          <ColorSwatch size={10} color={getThemeColor(color, theme)} withShadow={false} aria-hidden />
          <Anchor
            component={Link}
            to="/messages"
            search={{ since: overview.from, ...searchOf(name) } as never}
            size="sm"
          >
            {nameOf(name)} <b>{number(messages)}</b>
          </Anchor>
        </Group>
      ))}
    </Group>
  )
}
