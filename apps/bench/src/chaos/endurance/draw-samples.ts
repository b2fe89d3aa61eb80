import { MEBIBYTE, octetsOf } from './figures.ts'
import { type Panel, renderPlot, type Series } from './plot.ts'
import type { Sample } from './sample.ts'

/** Draws what happened to a deployment during a run. */
export function drawSamples(title: string, samples: readonly Sample[]): string {
  const series = (name: string, of: (sample: Sample, index: number) => number | undefined): Series => ({
    title: name,
    points: samples.map((sample, index) => [sample.atS / 60, of(sample, index)]),
  })
  const mebibytes = (octets: number | undefined) => (octets === undefined ? undefined : octets / MEBIBYTE)
  const ofNodes = (what: 'resident' | 'descriptors', divisor: number) =>
    (samples[0]?.nodes ?? []).map((_, index) =>
      series(`node ${index + 1}`, ({ nodes }) => {
        const value = nodes[index]?.[what]
        return value === undefined ? undefined : value / divisor
      }),
    )
  const panels: readonly Panel[] = [
    { title: 'Resident memory, MiB (gaps: the node was down)', series: ofNodes('resident', MEBIBYTE) },
    {
      title: 'Tables with indexes, MiB',
      series: [
        series('under retention', (sample) => mebibytes(octetsOf(sample, false))),
        series('kept for years', (sample) => mebibytes(octetsOf(sample, true))),
      ],
    },
    {
      title: 'Dead rows, thousands',
      series: [series('all tables', deadThousands)],
    },
    { title: 'Open file descriptors', series: ofNodes('descriptors', 1) },
    {
      title: 'Messages a second',
      series: [series('accepted', (sample, index) => rateBetween(samples[index - 1], sample))],
    },
    { title: 'Messages on their way to the network', series: [series('waiting', ({ waiting }) => waiting)] },
  ]
  return renderPlot({ title, xTitle: 'minutes', panels })
}

function deadThousands({ database }: Sample): number | undefined {
  if (database === null) return undefined
  return Object.values(database.tables).reduce((sum, { dead }) => sum + dead, 0) / 1000
}

function rateBetween(before: Sample | undefined, sample: Sample): number | undefined {
  if (before === undefined || sample.atS === before.atS) return undefined
  return (sample.accepted - before.accepted) / (sample.atS - before.atS)
}
