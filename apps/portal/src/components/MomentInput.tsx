import '@mantine/dates/styles.css'
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { useTexts } from '../language/define-texts.ts'
import { momentTexts } from '../texts/moments.ts'

/** The viewer's time zone. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export interface MomentInputProps {
  readonly label: string
  readonly name: string
  /** Local time without a zone, `2030-01-31 08:15:00`; null: none. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Shown instead of the sentence about the zone. */
  readonly description?: string
  readonly maw?: number
  readonly popoverProps?: DateTimePickerProps['popoverProps']
}

/** An input for a moment in the future, in the viewer's zone, which is named. */
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

/** Converts local time, as date inputs have it, to the form of the API. */
export function toMoment(local: string): string {
  return new Date(local.replace(' ', 'T')).toISOString()
}
