import { Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DayWindowFields, ownZone, useWeekdayName } from '../../components/DayWindowFields.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { localeOf } from '../../language/languages.ts'
import { deliveryHoursTexts } from '../../texts/delivery-hours.ts'
import { type DeliveryWindow, windowFault } from './delivery-window.ts'

interface DeliveryHoursProps {
  /** Null: messages go at any time. */
  readonly value: DeliveryWindow | null
  readonly onChange: (value: DeliveryWindow | null) => void
}

/** Working days from nine to five, where the viewer is. */
const usual = (): DeliveryWindow => ({ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: ownZone() })

/** The hours in which messages may go, if there are any. */
export function DeliveryHours({ value, onChange }: DeliveryHoursProps) {
  const texts = useTexts(deliveryHoursTexts)
  return (
    <Stack gap="sm" maw="44rem">
      <Switch
        label={texts.isOn}
        description={texts.help}
        name="hasDeliveryHours"
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? usual() : null)}
      />
      {value !== null && <Fields first={value} onChange={onChange} />}
    </Stack>
  )
}

function Fields({ first, onChange }: { readonly first: DeliveryWindow } & Pick<DeliveryHoursProps, 'onChange'>) {
  const texts = useTexts(deliveryHoursTexts)
  const form = useForm({
    initialValues: { ...first, days: first.days.map(String) },
    onValuesChange: ({ days, ...rest }) => onChange({ ...rest, days: days.map(Number).sort() }),
  })
  const { days, ...rest } = form.values
  const fault = windowFault({ ...rest, days: days.map(Number) })
  const at = { noDay: 'days', noTime: 'to', sameTime: 'to' } as const
  return (
    <DayWindowFields
      values={form.values}
      inputProps={(field) => ({
        ...form.getInputProps(field),
        error: fault !== null && at[fault] === field && texts[fault],
      })}
    />
  )
}

/** The hours in words: `Mon, Tue, Wed · 09:00–17:00 · Africa/Johannesburg`. */
export function DeliveryHoursText({ hours }: { readonly hours: DeliveryWindow }) {
  const nameOf = useWeekdayName('short')
  const { language } = useLanguage()
  const list = new Intl.ListFormat(localeOf(language), { type: 'unit', style: 'short' })
  const { days, from, to, zone } = hours
  return (
    <>
      {list.format(days.map(nameOf))} · <bdi dir="ltr">{`${from}–${to}`}</bdi> · <bdi>{zone}</bdi>
    </>
  )
}
