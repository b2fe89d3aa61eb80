import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { Deployment } from './Deployment.tsx'
import { FailingHosts } from './FailingHosts.tsx'
import { MessagesChart } from './MessagesChart.tsx'
import { OverviewStats } from './OverviewStats.tsx'
import { type OverviewSearch, PERIODS, type Period } from './overview-search.ts'
import { useOverview } from './queries.ts'

const FirstSteps = lazy(() => import('./FirstSteps.tsx'))

const DeliveryTimesChart = lazy(() => import('./DeliveryTimesChart.tsx'))

/** The current figures, live. */
export function OverviewPage() {
  const texts = useTexts(overviewTexts)
  const everyClient = useEveryClient()
  const { minutes = 60 } = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  const { data, error, refetch } = useOverview(minutes, everyClient)
  return (
    <>
      <PageHeader
        title={texts.title}
        description={everyClient ? texts.descriptionAll : texts.description}
        actions={
          <SegmentedControl
            aria-label={texts.period}
            data={PERIODS.map((value) => ({ value: String(value), label: texts.periods[value] }))}
            value={String(minutes)}
            onChange={(value) =>
              void navigate({
                search: (now: OverviewSearch) => ({ ...now, minutes: Number(value) as Period }),
                resetScroll: false,
              })
            }
          />
        }
      />
      {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && (
        <Stack gap="md">
          <Suspense>
            <FirstSteps />
          </Suspense>
          <OverviewStats overview={data} />
          <MessagesChart overview={data} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            {data.deliveryTimesByMinute.length > 1 && (
              <Suspense fallback={<Skeleton height={290} radius="lg" />}>
                <DeliveryTimesChart overview={data} />
              </Suspense>
            )}
            {data.deployment !== null && <Deployment deployment={data.deployment} />}
            <FailingHosts hosts={data.pausedHosts} />
          </SimpleGrid>
          <Group justify="flex-end">
            <Text size="xs" c="dimmed">
              {data.countedAt === null ? (
                texts.notCounted
              ) : (
                <>
                  {texts.countedAt} <TimeText moment={data.countedAt} form="time" />
                </>
              )}
            </Text>
          </Group>
        </Stack>
      )}
    </>
  )
}

function Loading() {
  return (
    <Stack gap="md" aria-busy="true">
      <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="md">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} height={112} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton height={380} radius="lg" />
    </Stack>
  )
}
