import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Sparkline } from '../../components/Sparkline.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { linkChartTexts } from '../../texts/link-charts.ts'
import { useLinkHours } from './queries.ts'

type Minutes = Schemas['LinkHour']['minutes']

/** What a link did in the last hour; nothing while that is not known. */
export function LinkCharts({ link }: { readonly link: string }) {
  const { data } = useLinkHours()
  const hour = data?.records.find((each) => each.link === link)
  if (hour === undefined) return null
  return <HourCharts minutes={hour.minutes} />
}

function HourCharts({ minutes }: { readonly minutes: Minutes }) {
  const texts = useTexts(linkChartTexts)
  const { colon, number } = useFormatters()
  const taken = valuesOf(minutes, ({ taken }) => taken)
  const outstanding = valuesOf(minutes, ({ outstanding }) => outstanding)
  const failed = valuesOf(minutes, ({ failed }) => failed)
  const window = Math.max(0, ...valuesOf(minutes, (minute) => minute.window).map((value) => value ?? 0))
  const charts = [
    { title: texts.taken, values: taken, color: 'green', note: texts.perMinute({ most: number(mostOf(taken)) }) },
    {
      title: texts.window,
      values: outstanding,
      color: 'blue',
      most: window,
      note: texts.ofWindow({ most: number(mostOf(outstanding)), window: number(window) }),
    },
    { title: texts.failed, values: failed, color: 'red', note: texts.inAll({ count: number(sumOf(failed)) }) },
  ]
  return (
    <SimpleGrid cols={3} spacing="sm" aria-label={texts.lastHour} role="group">
      {charts.map(({ title, note, ...chart }) => (
        <Stack key={title} gap={2}>
          <Text size="xs" c="dimmed">
            {title}
          </Text>
          <Sparkline {...chart} label={`${title}, ${texts.lastHour}${colon}${note}`} />
          <Text size="xs">{note}</Text>
        </Stack>
      ))}
    </SimpleGrid>
  )
}

function valuesOf(
  minutes: Minutes,
  read: (minute: NonNullable<Minutes[number]>) => number,
): readonly (number | null)[] {
  return minutes.map((minute) => minute && read(minute))
}

function mostOf(values: readonly (number | null)[]): number {
  return Math.max(0, ...values.map((value) => value ?? 0))
}

function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}
