import { Modal, NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { reportsTexts } from '../../texts/reports.ts'
import { savedReportTexts } from '../../texts/saved-reports.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useReloadSavedReports, useSaveReport } from './queries.ts'
import { PRESETS, type Preset, presetOf, type Report } from './report-search.ts'

interface SaveReportProps {
  readonly report: Report
  readonly everyClient: boolean
  /** Whether the gateway can send mail. */
  readonly hasMail: boolean
  readonly onClose: () => void
}

/** The form that keeps the report that is shown, with a period that moves on. */
export function SaveReport({ report, everyClient, hasMail, onClose }: SaveReportProps) {
  const texts = useTexts(savedReportTexts)
  const { divided, presets } = useTexts(reportsTexts)
  const { close } = useTexts(shellTexts)
  const reload = useReloadSavedReports()
  const saving = useSaveReport()
  const [error, setError] = useState<unknown>()
  const shown = PRESETS.find((preset) => {
    const { from, to } = presetOf(preset, Date.now())
    return from === report.from && to === report.to
  })
  const form = useForm<{ name: string; period: Preset; isMailed: boolean }>({
    initialValues: { name: divided[report.by], period: shown ?? 'lastWeek', isMailed: false },
  })
  const save = form.onSubmit(async (values) => {
    setError(undefined)
    const { step, by } = report
    const language = document.documentElement.lang || 'en'
    try {
      await saving.mutateAsync({ body: { ...values, step, by, everyClient, language } })
      notifyDone(texts.saved)
      await reload()
      onClose()
    } catch (thrown) {
      setError(thrown)
    }
  })
  return (
    <Modal opened onClose={onClose} title={texts.save} closeButtonProps={{ 'aria-label': close }}>
      <form onSubmit={save}>
        <Stack>
          <TextInput label={texts.name} required maxLength={100} {...form.getInputProps('name')} />
          <NativeSelect
            label={texts.period}
            data={PRESETS.map((value) => ({ value, label: presets[value] }))}
            {...form.getInputProps('period')}
          />
          <Switch
            label={texts.mail}
            description={hasMail ? texts.mailHelp : texts.noMail}
            disabled={!hasMail}
            {...form.getInputProps('isMailed', { type: 'checkbox' })}
          />
          {error !== undefined && <ErrorState error={error} />}
          <DialogButtons cancel={texts.cancel} submit={texts.save} isBusy={saving.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
