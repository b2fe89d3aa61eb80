import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useTexts } from '../language/define-texts.ts'
import { useLanguage } from '../language/language.tsx'
import { localeOf } from '../language/languages.ts'
import { quietHoursTexts } from '../texts/quiet-hours.ts'

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** A Monday. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The hours of some days, as a form has them. */
export interface DayWindowValues {
  readonly days: string[]
  readonly from: string
  readonly to: string
  readonly zone: string
}

interface DayWindowFieldsProps {
  readonly values: DayWindowValues
  /** What a field is connected by, of a form of Mantine. */
  readonly inputProps: (field: keyof DayWindowValues) => object
  readonly zoneHelp?: string
}

/** Fields for hours of some days in a zone. */
export function DayWindowFields({ values, inputProps, zoneHelp }: DayWindowFieldsProps) {
  const texts = useTexts(quietHoursTexts)
  const nameOf = useWeekdayName('long')
  return (
    <>
      <Group align="flex-start" grow>
        <TextInput type="time" label={texts.from} name="from" {...inputProps('from')} />
        <TextInput
          type="time"
          label={texts.to}
          description={texts.toHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="to"
          {...inputProps('to')}
        />
      </Group>
      <Checkbox.Group label={texts.days} {...inputProps('days')}>
        <Group mt="xs">
          {WEEKDAYS.map((day) => (
            <Checkbox key={day} value={String(day)} label={nameOf(day)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        label={texts.zone}
        description={zoneHelp}
        name="zone"
        searchable
        allowDeselect={false}
        limit={50}
        data={zones(values.zone)}
        {...inputProps('zone')}
      />
    </>
  )
}

/** The name of a day of the week, 1 for Monday, in the viewer's language. */
export function useWeekdayName(weekday: 'long' | 'short'): (day: number) => string {
  const { language } = useLanguage()
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday, timeZone: 'UTC' })
  return (day) => format.format(FIRST_MONDAY + (day - 1) * DAY_MS)
}

/** The viewer's zone. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The one that is set may have another name in this browser. */
function zones(present: string): string[] {
  return [...new Set([present, ...Intl.supportedValuesOf('timeZone')])]
}
