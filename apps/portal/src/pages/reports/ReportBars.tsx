import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { reportsTexts } from '../../texts/reports.ts'
import type { Step } from './report-search.ts'

interface ReportBarsProps {
  readonly steps: Schemas['FigureReport']['steps']
  readonly step: Step
}

/** Messages in each step: delivered, ended otherwise, and not ended yet. */
export default function ReportBars({ steps, step }: ReportBarsProps) {
  const texts = useTexts(reportsTexts)
  const { compact, day, month } = useFormatters()
  const label = step === 'month' ? month : day
  return (
    <BarChart
      h={240}
      type="stacked"
      dataKey="at"
      data={steps.map(({ at, messages, ended, delivered }) => ({
        at,
        delivered,
        failed: ended - delivered,
        others: messages - ended,
      }))}
      series={[
        { name: 'delivered', label: texts.delivered, color: 'green.6' },
        { name: 'failed', label: texts.failed, color: 'red.6' },
        { name: 'others', label: texts.others, color: 'gray.5' },
      ]}
      withLegend
      xAxisProps={{ tickFormatter: (at: string) => label(at), minTickGap: 32 }}
      yAxisProps={{ tickFormatter: (value: number) => compact(value), width: 44, allowDecimals: false }}
      valueFormatter={compact}
      tooltipProps={{ labelFormatter: (at) => (typeof at === 'string' ? label(at) : '') }}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
      tickLine="none"
      gridAxis="x"
    />
  )
}
