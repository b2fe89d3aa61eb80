import { Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { apiUrl, queries, type Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { reportsTexts } from '../../texts/reports.ts'
import { shellTexts } from '../../texts/shell.ts'
import { ClientLedger } from './ClientLedger.tsx'
import { DivisionTable, StepTable } from './FigureTable.tsx'
import { ReportChoice } from './ReportChoice.tsx'
import { ReportStats } from './ReportStats.tsx'
import { type Report, reportOf, toApiQuery } from './report-search.ts'
import { SavedReports } from './SavedReports.tsx'
import { useDivisions } from './use-divisions.ts'

/** Larger than all the rest of the page, which is therefore shown without waiting for it. */
const ReportBars = lazy(() => import('./ReportBars.tsx'))

/** The gateway counts the current hour every minute, and minutes more often. */
const REST_MS = 60_000

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
  const refetchInterval = useLive('figures', ['get', '/figures'], { restMs: REST_MS })
  const { data, error, refetch } = queries.useQuery(
    'get',
    '/figures',
    { params: { query } },
    { refetchInterval, placeholderData: keepPreviousData },
  )
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
        {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
        {error === null && data === undefined && <LoadingRows rows={6} />}
        {data !== undefined && <Figures figures={data} report={report} />}
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
