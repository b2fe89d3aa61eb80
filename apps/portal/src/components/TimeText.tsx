import { useFormatters } from '../language/language.tsx'

export interface TimeTextProps {
  /** ISO 8601; null shows a dash. */
  readonly moment: string | null
  /** Default: day and time. */
  readonly form?: 'dateTime' | 'date' | 'time'
}

/** A moment in the viewer's zone; hovering shows the exact one in UTC. */
export function TimeText({ moment, form = 'dateTime' }: TimeTextProps) {
  const formatters = useFormatters()
  if (moment === null) return <>–</>
  const exact = new Date(moment).toISOString().replace('T', ' ').replace('Z', ' UTC')
  return (
    <time dateTime={moment} title={exact}>
      {formatters[form](moment)}
    </time>
  )
}
