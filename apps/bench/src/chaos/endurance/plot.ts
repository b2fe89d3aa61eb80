/** A line of a plot: values over time; undefined leaves a gap. */
export interface Series {
  readonly title: string
  readonly points: readonly (readonly [x: number, y: number | undefined])[]
}

/** One of several plots above each other, which share the axis of time. */
export interface Panel {
  readonly title: string
  readonly series: readonly Series[]
}

export interface PlotOptions {
  readonly title: string
  /** What the axis of time counts. */
  readonly xTitle: string
  readonly panels: readonly Panel[]
}

const WIDTH = 880
const LEFT = 64
const RIGHT = 20
const HEAD = 44
const PANEL = 150
const GAP = 52
const FOOT = 36
const TICKS = 4
/** Told apart by people who do not see all colours. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'] as const
const STYLE = 'font: 12px system-ui, sans-serif; fill: #222'

/** Draws plots above each other as SVG, each with axes and a legend. */
export function renderPlot({ title, xTitle, panels }: PlotOptions): string {
  const height = HEAD + panels.length * (PANEL + GAP) + FOOT - GAP / 2
  const xs = panels.flatMap(({ series }) => series.flatMap(({ points }) => points.map(([x]) => x)))
  const xTicks = ticksOf(Math.max(1, ...xs), 2 * TICKS)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" style="${STYLE}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(LEFT, 20, title, 'font-weight="bold"'),
    ...panels.flatMap((panel, index) => drawPanel(panel, HEAD + index * (PANEL + GAP), xTicks)),
    text(WIDTH - RIGHT, height - 10, xTitle, 'text-anchor="end"'),
    '</svg>',
    '',
  ].join('\n')
}

function drawPanel({ title, series }: Panel, top: number, xTicks: readonly number[]): readonly string[] {
  const values = series.flatMap(({ points }) => points.flatMap(([, y]) => y ?? []))
  const yTicks = ticksOf(Math.max(1, ...values), TICKS)
  const bottom = top + PANEL
  const x = scale([0, lastOf(xTicks)], [LEFT, WIDTH - RIGHT])
  const y = scale([0, lastOf(yTicks)], [bottom, top + 20])
  return [
    text(LEFT, top + 8, title),
    ...drawLegend(series, top + 8),
    ...yTicks.flatMap((tick) => [
      line([LEFT, y(tick)], [WIDTH - RIGHT, y(tick)], tick === 0 ? '#222' : '#ddd'),
      text(LEFT - 8, y(tick) + 4, tick.toLocaleString('en-GB'), 'text-anchor="end"'),
    ]),
    ...xTicks.flatMap((tick) => [
      line([x(tick), bottom], [x(tick), bottom + 4], '#222'),
      text(x(tick), bottom + 17, tick.toLocaleString('en-GB'), 'text-anchor="middle"'),
    ]),
    ...series.map(({ points }, index) => {
      const path = pathOf(points.map(([at, value]) => [x(at), value === undefined ? undefined : y(value)]))
      return `<path d="${path}" fill="none" stroke="${colourOf(index)}" stroke-width="1.5"/>`
    }),
  ]
}

/** From the right to the left, beside the title. */
function drawLegend(series: readonly Series[], y: number): readonly string[] {
  let right = WIDTH - RIGHT
  return [...series.entries()].reverse().flatMap(([index, { title }]) => {
    const from = right - 7 * title.length - 24
    right = from - 16
    return [line([from, y - 4], [from + 16, y - 4], colourOf(index), 3), text(from + 22, y, title)]
  })
}

/** Straight lines from point to point, and none over a gap. */
function pathOf(points: Series['points']): string {
  let isDrawing = false
  return points
    .flatMap(([x, y]) => {
      if (y === undefined) {
        isDrawing = false
        return []
      }
      const step = `${isDrawing ? 'L' : 'M'}${round(x)} ${round(y)}`
      isDrawing = true
      return [step]
    })
    .join('')
}

/** From 0 to at least `most` in steps of 1, 2 or 5 times a power of ten, about `count` of them. */
export function ticksOf(most: number, count: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(most / count))
  const step = power * ([1, 2, 5].find((factor) => factor * power * count >= most) ?? 10)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

function scale([from, to]: readonly [number, number], [low, high]: readonly [number, number]) {
  return (value: number) => low + ((value - from) / (to - from)) * (high - low)
}

function line([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], colour: string, width = 1) {
  return `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="${colour}" stroke-width="${width}"/>`
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}"${attributes && ` ${attributes}`}>${escaped(content)}</text>`
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] as string
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function lastOf(values: readonly number[]): number {
  return values.at(-1) ?? 1
}
