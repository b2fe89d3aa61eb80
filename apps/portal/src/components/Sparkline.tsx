import { SPARKLINE, sparklinePath } from './sparkline-path.ts'

export interface SparklineProps {
  /** Equally far apart, oldest first; null: not known. */
  readonly values: readonly (number | null)[]
  /** What the top stands for; default: the most of the values. */
  readonly most?: number
  /** A colour of the theme. */
  readonly color: string
  /** What it shows, for those who do not see it. */
  readonly label: string
}

/** A line without axes: how something went. */
export function Sparkline({ values, most, color, label }: SparklineProps) {
  const top = most ?? Math.max(0, ...values.map((value) => value ?? 0))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${SPARKLINE.width} ${SPARKLINE.height}`}
      preserveAspectRatio="none"
      width="100%"
      height={SPARKLINE.height}
    >
      <path
        d={sparklinePath(values, top)}
        fill="none"
        stroke={`var(--mantine-color-${color}-filled)`}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
