import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { apiUrl, type Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { reportsTexts } from '../../texts/reports.ts'
import { shellTexts } from '../../texts/shell.ts'
import { ClientLedger } from './ClientLedger.tsx'
import { DivisionTable, StepTable } from './FigureTable.tsx'
import { useFigures } from './queries.ts'
import { ReportChoice } from './ReportChoice.tsx'
import { ReportStats } from './ReportStats.tsx'
import { type Report, reportOf, toApiQuery } from './report-search.ts'
import { SavedReports } from './SavedReports.tsx'
import { useDivisions } from './use-divisions.ts'

/** Larger than all the rest of the page, which is therefore shown without waiting for it. */
const ReportBars = lazy(() => import('./ReportBars.tsx'))

/** Figures of any period, compared with the one before, and what they consist of. */
export function ReportsPage() {
  const texts = useTexts(reportsTexts)
  const { pages } = useTexts(shellTexts)
  const everyClient = useEveryClient()
  const asked = reportOf(useSearch({ from: '/shell/reports' }), Date.now())
  // An address may come from somebody who sees more.
  const report = useDivisions().includes(asked.by) ? asked : { ...asked, by: 'state' as const }
  const navigate = useNavigate({ from: '/reports' })
  const query = { ...toApiQuery(report), everyClient }
  const found = useFigures(query)
  return (
    <>
      <PageHeader
        title={pages.reports}
        description={everyClient ? texts.descriptionAll : texts.description}
        actions={
          <Button
            component="a"
            href={apiUrl('/figures.csv', query)}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {texts.csv}
          </Button>
        }
      />
      <Stack gap="md">
        <ReportChoice
          report={report}
          onChange={(change) => void navigate({ search: { ...report, ...change }, resetScroll: false })}
        />
        <SavedReports
          report={report}
          everyClient={everyClient === true}
          onOpen={(opened) => void navigate({ search: opened })}
        />
        <Loaded query={found} rows={6}>
          {(figures) => <Figures figures={figures} report={report} />}
        </Loaded>
        <ClientLedger />
      </Stack>
    </>
  )
}

interface FiguresProps {
  readonly figures: Schemas['FigureReport']
  readonly report: Report
}

function Figures({ figures, report }: FiguresProps) {
  const texts = useTexts(reportsTexts)
  return (
    <>
      <ReportStats figures={figures} />
      {figures.total.messages === 0 ? (
        <Paper>
          <EmptyState title={texts.none} text={texts.noneText} />
        </Paper>
      ) : (
        <>
          <Paper>
            <Title order={2} mb="md">
              {texts.bySteps[report.step]}
            </Title>
            {/* The same figures are in the table below. */}
            <div aria-hidden>
              <Suspense fallback={<Skeleton height={240} />}>
                <ReportBars steps={figures.steps} step={report.step} />
              </Suspense>
            </div>
            <StepTable figures={figures} report={report} />
          </Paper>
          <Paper>
            <Title order={2} mb="md">
              {texts.divided[report.by]}
            </Title>
            <DivisionTable figures={figures} report={report} />
          </Paper>
        </>
      )}
      <Text size="xs" c="dimmed">
        {texts.daysOfUtc}{' '}
        {figures.countedAt !== null && (
          <>
            {texts.countedAt} <TimeText moment={figures.countedAt} />.{' '}
          </>
        )}
        {!figures.isComplete && texts.incomplete}
      </Text>
    </>
  )
}
