import { Button, Checkbox, Group, Paper, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, queries, type Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { localeOf } from '../../language/languages.ts'
import { quietHoursTexts } from '../../texts/quiet-hours.ts'

type Hours = Schemas['QuietHours']

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** A Monday. */
const FIRST_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** The hours in which the client sends nothing that can wait. */
export function QuietHoursPage() {
  const texts = useTexts(quietHoursTexts)
  const { data, error } = queries.useQuery('get', '/quiet-hours')
  return (
    <>
      <PageHeader title={texts.page} description={texts.help} />
      {error !== null && <ErrorState error={error} />}
      {data === undefined ? error === null && <LoadingRows /> : <HoursForm hours={data.hours} />}
    </>
  )
}

function HoursForm({ hours }: { readonly hours: Hours | null }) {
  const texts = useTexts(quietHoursTexts)
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: valuesOf(hours) })
  const nameOf = new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' })

  const save = form.onSubmit(async ({ isOn, days, ...rest }) => {
    setError(undefined)
    try {
      const body = { hours: isOn ? { ...rest, days: days.map(Number) } : null }
      await api.PUT('/quiet-hours', { body })
      notifyDone(texts.saved)
      await queryClient.invalidateQueries({ queryKey: ['get', '/quiet-hours'] })
    } catch (thrown) {
      const { details } = toProblem(thrown)
      if (Object.keys(details).length > 0) form.setErrors(details)
      else setError(thrown)
    }
  })

  return (
    <Paper maw="44rem">
      <form onSubmit={save}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          <Switch label={texts.isOn} name="isOn" {...form.getInputProps('isOn', { type: 'checkbox' })} />
          {form.values.isOn && (
            <>
              <Group align="flex-start" grow>
                <TextInput type="time" label={texts.from} name="from" {...form.getInputProps('from')} />
                <TextInput
                  type="time"
                  label={texts.to}
                  description={texts.toHelp}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  name="to"
                  {...form.getInputProps('to')}
                />
              </Group>
              <Checkbox.Group label={texts.days} {...form.getInputProps('days')}>
                <Group mt="xs">
                  {WEEKDAYS.map((day) => (
                    <Checkbox key={day} value={String(day)} label={nameOf.format(FIRST_MONDAY + (day - 1) * DAY_MS)} />
                  ))}
                </Group>
              </Checkbox.Group>
              <Select
                label={texts.zone}
                description={texts.zoneHelp}
                name="zone"
                searchable
                allowDeselect={false}
                limit={50}
                data={zones(form.values.zone)}
                {...form.getInputProps('zone')}
              />
              <Switch
                label={texts.includesInterfaces}
                description={texts.includesInterfacesHelp}
                name="includesInterfaces"
                {...form.getInputProps('includesInterfaces', { type: 'checkbox' })}
              />
            </>
          )}
          <Group>
            <Button type="submit">{texts.save}</Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function valuesOf(hours: Hours | null) {
  const { days, ...rest } = hours ?? {
    ...{ days: WEEKDAYS, from: '21:00', to: '08:00', includesInterfaces: false },
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  return { ...rest, isOn: hours !== null, days: days.map(String) }
}

/** The one that is set may have another name in this browser. */
function zones(present: string): string[] {
  return [...new Set([present, ...Intl.supportedValuesOf('timeZone')])]
}
