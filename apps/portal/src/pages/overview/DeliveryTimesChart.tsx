import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { Paper, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { overviewTexts } from '../../texts/overview.ts'

/** How long messages took to reach the handset, minute by minute. */
export default function DeliveryTimesChart({ overview }: { readonly overview: Schemas['Overview'] }) {
  const texts = useTexts(overviewTexts)
  const { clock, duration, dateTime } = useFormatters()
  return (
    <Paper>
      <Title order={2} mb="md">
        {texts.timesChart}
      </Title>
      <LineChart
        h={200}
        dataKey="at"
        data={overview.deliveryTimesByMinute}
        series={[
          { name: 'p50Ms', label: texts.half, color: 'sea.6' },
          { name: 'p95Ms', label: texts.most, color: 'indigo.4' },
        ]}
        withLegend
        withDots={false}
        curveType="linear"
        xAxisProps={{ tickFormatter: (at: string) => clock(at), minTickGap: 32 }}
        yAxisProps={{ width: 64 }}
        valueFormatter={duration}
        tooltipProps={{ labelFormatter: (at) => (typeof at === 'string' ? dateTime(at) : '') }}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        tickLine="none"
        gridAxis="x"
      />
    </Paper>
  )
}
