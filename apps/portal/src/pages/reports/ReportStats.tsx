import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { reportsTexts } from '../../texts/reports.ts'

/** The figures of the whole period, each beside that of the period before. */
export function ReportStats({ figures }: { readonly figures: Schemas['FigureReport'] }) {
  const texts = useTexts(reportsTexts)
  const { number, percent, money } = useFormatters()
  const { total, before, currency } = figures
  const rate = (share: number | null) => (share === null ? null : percent(share))
  const stats: readonly (readonly [label: string, value: string | null, former: string | null])[] = [
    [texts.messages, number(total.messages), number(before.total.messages)],
    [texts.parts, number(total.parts), number(before.total.parts)],
    [texts.deliveryRate, rate(total.deliveryRate), rate(before.total.deliveryRate)],
    ...(currency === null
      ? []
      : ([[texts.cost, money(total.cost ?? '0', currency), money(before.total.cost ?? '0', currency)]] as const)),
  ]
  return (
    <SimpleGrid cols={{ base: 2, md: stats.length }} spacing="md">
      {stats.map(([label, value, former]) => (
        <Paper key={label} p="md" component="section" aria-label={label}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fz="xl" fw={600}>
            {value ?? '–'}
          </Text>
          <Text size="xs" c="dimmed">
            {texts.before(former ?? '–')}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
