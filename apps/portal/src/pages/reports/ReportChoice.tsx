import { Button, Group, NativeSelect, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { reportsTexts } from '../../texts/reports.ts'
import { type Division, PRESETS, presetOf, type Report, STEPS, type Step } from './report-search.ts'
import { useDivisions } from './use-divisions.ts'

export interface ReportChoiceProps {
  readonly report: Report
  readonly onChange: (change: Partial<Report>) => void
}

/** Where the period, its steps, and what to divide by are chosen. */
export function ReportChoice({ report, onChange }: ReportChoiceProps) {
  const texts = useTexts(reportsTexts)
  const divisions = useDivisions()
  const { from, to, step, by } = report
  const setDay = (name: 'from' | 'to') => (event: { readonly currentTarget: { readonly value: string } }) => {
    const day = event.currentTarget.value
    if (day === '') return
    const period = { from, to, [name]: day }
    onChange(period.from <= period.to ? period : { from: day, to: day })
  }
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Group gap="xs" role="group" aria-label={texts.period}>
          {PRESETS.map((preset) => {
            const period = presetOf(preset, Date.now())
            const isChosen = period.from === from && period.to === to
            return (
              <Button
                key={preset}
                size="compact-sm"
                variant={isChosen ? 'filled' : 'default'}
                aria-pressed={isChosen}
                onClick={() => onChange(period)}
              >
                {texts.presets[preset]}
              </Button>
            )
          })}
        </Group>
        <Group gap="sm" align="flex-end">
          <TextInput type="date" label={texts.from} value={from} max={to} onChange={setDay('from')} />
          <TextInput type="date" label={texts.to} value={to} min={from} onChange={setDay('to')} />
          <SegmentedControl
            aria-label={texts.step}
            data={STEPS.map((value) => ({ value, label: texts.steps[value] }))}
            value={step}
            onChange={(value) => onChange({ step: value as Step })}
          />
          <NativeSelect
            label={texts.by}
            data={divisions.map((value) => ({ value, label: texts.divisions[value] }))}
            value={by}
            onChange={(event) => onChange({ by: event.currentTarget.value as Division })}
          />
        </Group>
      </Stack>
    </Paper>
  )
}
