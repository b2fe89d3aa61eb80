/** The size of the drawing, in units of its own; it is stretched to its place. */
export const SPARKLINE = { width: 120, height: 28 } as const

/** Room for the width of the line. */
const EDGE = 1

/**
 * The line through values that are equally far apart, as the path of an SVG: higher is more, and nothing is drawn where
 * a value is not known. `most`: what the top stands for.
 */
export function sparklinePath(values: readonly (number | null)[], most: number): string {
  const step = SPARKLINE.width / Math.max(1, values.length - 1)
  const room = SPARKLINE.height - 2 * EDGE
  const heightOf = (value: number) => SPARKLINE.height - EDGE - (most === 0 ? 0 : (value / most) * room)
  return values
    .map((value, index) => {
      if (value === null) return ''
      const x = round(index * step)
      const y = round(heightOf(value))
      if (typeof values[index - 1] === 'number') return `L${x} ${y}`
      // One alone is a short stroke: a line needs two ends.
      return typeof values[index + 1] === 'number' ? `M${x} ${y}` : `M${round(x - 1)} ${y}L${round(x + 1)} ${y}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
