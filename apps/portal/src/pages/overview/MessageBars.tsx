import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useFormatters } from '../../language/language.tsx'
import type { Bar } from './chart-series.ts'

export interface MessageBarsProps {
  readonly bars: readonly Bar[]
  readonly series: readonly { readonly name: string; readonly color: string; readonly label: string }[]
  /** Called with the beginning of the chosen bar. */
  readonly onBar: (at: string) => void
}

/** The number of messages in each step of time. */
export default function MessageBars({ bars, series, onBar }: MessageBarsProps) {
  const { clock, compact, dateTime } = useFormatters()
  return (
    <BarChart
      h={260}
      type="stacked"
      dataKey="at"
      data={[...bars]}
      series={[...series]}
      xAxisProps={{ tickFormatter: (at: string) => clock(at), minTickGap: 32 }}
      yAxisProps={{ tickFormatter: (value: number) => compact(value), width: 44, allowDecimals: false }}
      valueFormatter={compact}
      tooltipProps={{ labelFormatter: (at) => (typeof at === 'string' ? dateTime(at) : '') }}
      barChartProps={{
        onClick: ({ activeLabel }) => typeof activeLabel === 'string' && onBar(activeLabel),
        accessibilityLayer: false,
      }}
      barProps={{ isAnimationActive: false }}
      tickLine="none"
      gridAxis="x"
    />
  )
}
