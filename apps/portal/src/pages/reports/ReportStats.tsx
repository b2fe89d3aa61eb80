import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { reportsTexts } from '../../texts/reports.ts'

/** The figures of the whole period, each beside that of the period before. */
export function ReportStats({ figures }: { readonly figures: Schemas['FigureReport'] }) {
  const texts = useTexts(reportsTexts)
  const { number, percent, money, duration } = useFormatters()
  const { total, before, currency } = figures
  const rate = (share: number | null) => (share === null ? null : percent(share))
  const time = (milliseconds: number | null) => (milliseconds === null ? null : duration(milliseconds))
  const stats: readonly (readonly [
    label: string,
    value: string | null,
    former: string | null,
    more?: string | false,
  ])[] = [
    [texts.messages, number(total.messages), number(before.total.messages)],
    [texts.parts, number(total.parts), number(before.total.parts)],
    [texts.deliveryRate, rate(total.deliveryRate), rate(before.total.deliveryRate)],
    ...(currency === null
      ? []
      : ([[texts.cost, money(total.cost ?? '0', currency), money(before.total.cost ?? '0', currency)]] as const)),
    [
      texts.toHandset,
      time(total.handsetP50Ms),
      time(before.total.handsetP50Ms),
      total.handsetP90Ms !== null && texts.mostToHandset({ time: duration(total.handsetP90Ms) }),
    ],
    [
      texts.replies,
      number(total.replies),
      number(before.total.replies),
      total.replyRate !== null && texts.ofDelivered({ share: percent(total.replyRate) }),
    ],
    ...(total.optOuts === null
      ? []
      : ([
          [
            texts.optOuts,
            number(total.optOuts),
            number(before.total.optOuts ?? 0),
            total.optOutRate !== null && texts.ofDelivered({ share: percent(total.optOutRate) }),
          ],
        ] as const)),
  ]
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      {stats.map(([label, value, former, more = false]) => (
        <Paper key={label} p="md" component="section" aria-label={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz="xl" fw={600}>
            {value ?? '–'}
          </Text>
          {more !== false && <Text size="sm">{more}</Text>}
          <Text size="xs" c="dimmed">
            {texts.before({ value: former ?? '–' })}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
