import { Anchor, Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { savedReportTexts } from '../../texts/saved-reports.ts'
import { useChangeReport, useReloadSavedReports, useRemoveReport, useSavedReports } from './queries.ts'
import { presetOf, type Report } from './report-search.ts'
import { SaveReport } from './SaveReport.tsx'

interface SavedReportsProps {
  /** The one that is shown. */
  readonly report: Report
  readonly everyClient: boolean
  readonly onOpen: (report: Report) => void
}

/** Reports that the user keeps, each to open, to have mailed on Mondays, to remove. */
export function SavedReports({ report, everyClient, onOpen }: SavedReportsProps) {
  const texts = useTexts(savedReportTexts)
  const [isSaving, setSaving] = useState(false)
  const { data } = useSavedReports()
  if (data === undefined) return null
  return (
    <Paper component="section" p="md" aria-label={texts.title}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Button variant="default" size="xs" onClick={() => setSaving(true)}>
          {texts.save}
        </Button>
      </Group>
      {data.records.length > 0 && (
        <Stack component="ul" gap="xs" p={0} mt="sm" mb={0} aria-label={texts.title} style={{ listStyle: 'none' }}>
          {data.records.map((saved) => (
            <SavedRow key={saved.reportId} saved={saved} hasMail={data.hasMail} onOpen={onOpen} />
          ))}
        </Stack>
      )}
      {isSaving && (
        <SaveReport report={report} everyClient={everyClient} hasMail={data.hasMail} onClose={() => setSaving(false)} />
      )}
    </Paper>
  )
}

interface SavedRowProps {
  readonly saved: Schemas['SavedReport']
  readonly hasMail: boolean
  readonly onOpen: (report: Report) => void
}

function SavedRow({ saved, hasMail, onOpen }: SavedRowProps) {
  const texts = useTexts(savedReportTexts)
  const reload = useReloadSavedReports()
  const changing = useChangeReport()
  const removing = useRemoveReport()
  const { reportId, ...settings } = saved
  const params = { path: { reportId } }

  async function change(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await work()
      notifyDone(done)
      await reload()
    } catch (error) {
      notifyProblem(error)
    }
  }

  const mail = (isMailed: boolean) =>
    change(
      () =>
        changing.mutateAsync({
          params,
          body: { ...settings, isMailed, language: document.documentElement.lang || 'en' },
        }),
      isMailed ? texts.mailedFromNow : texts.mailedNoMore,
    )

  return (
    <Group component="li" justify="space-between">
      <Anchor
        component="button"
        type="button"
        onClick={() => onOpen({ ...presetOf(saved.period, Date.now()), step: saved.step, by: saved.by })}
      >
        {saved.name}
      </Anchor>
      <Group gap="sm">
        <Switch
          size="xs"
          label={texts.mail}
          aria-label={texts.mailOf({ name: saved.name })}
          checked={saved.isMailed}
          disabled={!hasMail && !saved.isMailed}
          onChange={(event) => void mail(event.currentTarget.checked)}
        />
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.removeOf({ name: saved.name })}
          onClick={() => void change(() => removing.mutateAsync({ params }), texts.removed)}
        >
          {texts.remove}
        </Button>
      </Group>
      {!hasMail && saved.isMailed && <Text size="xs">{texts.noMail}</Text>}
    </Group>
  )
}
