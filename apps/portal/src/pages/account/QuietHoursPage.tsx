import { Button, Group, Paper, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { DayWindowFields, ownZone, WEEKDAYS } from '../../components/DayWindowFields.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { quietHoursTexts } from '../../texts/quiet-hours.ts'
import { setQuietHours, useQuietHours, useReloadQuietHours } from './queries.ts'

type Hours = Schemas['QuietHours']

/** The hours in which the client sends nothing that can wait. */
export function QuietHoursPage() {
  const texts = useTexts(quietHoursTexts)
  const { data, error } = useQuietHours()
  return (
    <>
      <PageHeader title={texts.page} description={texts.help} />
      <Loaded query={{ data, error }} laterProblem="above">
        {({ hours }) => <HoursForm hours={hours} />}
      </Loaded>
    </>
  )
}

function HoursForm({ hours }: { readonly hours: Hours | null }) {
  const texts = useTexts(quietHoursTexts)
  const reload = useReloadQuietHours()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: valuesOf(hours) })

  const save = form.onSubmit(async ({ isOn, days, ...rest }) => {
    setError(undefined)
    try {
      await setQuietHours(isOn ? { ...rest, days: days.map(Number) } : null)
      notifyDone(texts.saved)
      await reload()
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
              <DayWindowFields values={form.values} inputProps={form.getInputProps} zoneHelp={texts.zoneHelp} />
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
    days: WEEKDAYS,
    from: '21:00',
    to: '08:00',
    includesInterfaces: false,
    zone: ownZone(),
  }
  return { ...rest, isOn: hours !== null, days: days.map(String) }
}
