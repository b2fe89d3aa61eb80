import '@mantine/dates/styles.css'
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { useTexts } from '../language/define-texts.ts'
import { momentTexts } from '../texts/moments.ts'

/** The zone in which people write times here. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export interface MomentInputProps {
  readonly label: string
  readonly name: string
  /** Local time without a zone, `2030-01-31 08:15:00`; null: none. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Shown in place of the sentence on the zone. */
  readonly description?: string
  readonly maw?: number
  readonly popoverProps?: DateTimePickerProps['popoverProps']
}

/** A moment to come, in the viewer's zone, which is named. */
export function MomentInput({ description, ...field }: MomentInputProps) {
  const texts = useTexts(momentTexts)
  return (
    <DateTimePicker
      {...field}
      description={description ?? texts.zone(ZONE)}
      clearable
      minDate={new Date()}
      ariaLabels={texts.calendar}
      clearButtonProps={{ 'aria-label': texts.clear }}
      submitButtonProps={{ 'aria-label': texts.submit }}
    />
  )
}

/** Local time as date inputs have it, as the API wants it. */
export function toMoment(local: string): string {
  return new Date(local.replace(' ', 'T')).toISOString()
}
