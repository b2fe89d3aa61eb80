import { Button, Center, Paper } from '@mantine/core'
import { IconCalendarTime, IconFileUpload, IconSpeakerphone } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, queries, type Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { shellTexts } from '../../texts/shell.ts'
import { CampaignTable } from './CampaignTable.tsx'
import { CAMPAIGNS } from './use-campaign-action.ts'

/** Campaigns of a page: each has its results counted. */
const PER_PAGE = 20

/** What programs have scheduled, among what was loaded. */
const BULKS = ['get', '/scheduled']

/** Everything sent to many. */
export function CampaignsPage() {
  const texts = useTexts(campaignTexts)
  const { pages } = useTexts(shellTexts)
  return (
    <>
      <PageHeader
        title={pages.campaigns}
        description={texts.description}
        actions={
          <>
            <Button
              component={Link}
              to="/scheduled"
              search={{ view: 'calendar' } as never}
              variant="default"
              leftSection={<IconCalendarTime size={16} aria-hidden />}
            >
              {texts.calendar}
            </Button>
            <Button
              component={Link}
              to="/uploads"
              variant="default"
              leftSection={<IconFileUpload size={16} aria-hidden />}
            >
              {texts.upload}
            </Button>
          </>
        }
      />
      <Campaigns />
    </>
  )
}

function Campaigns() {
  const texts = useTexts(campaignTexts)
  useLive('uploads', CAMPAIGNS)
  useLive('messages', BULKS, { restMs: 2_000 })
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: CAMPAIGNS,
    queryFn: async ({ pageParam: cursor }) => {
      const query = { limit: PER_PAGE, ...(cursor && { cursor }) }
      const { data: page } = await api.GET('/uploads', { params: { query } })
      return page as Schemas['UploadList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const scheduled = queries.useQuery('get', '/scheduled', { params: { query: { limit: 50 } } })
  if (isPending) return <LoadingRows />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const campaigns = data.pages.flatMap(({ records }) => records)
  const bulks = scheduled.data?.records.filter(({ uploadId, messages }) => uploadId === null && messages > 1) ?? []
  if (campaigns.length + bulks.length === 0)
    return (
      <EmptyState
        Icon={IconSpeakerphone}
        title={texts.noneTitle}
        text={texts.noneText}
        action={
          <Button component={Link} to="/send">
            {texts.write}
          </Button>
        }
      />
    )
  return (
    <Paper component="section" aria-label={texts.list}>
      <CampaignTable campaigns={campaigns} bulks={bulks} />
      {hasNextPage && (
        <Center mt="sm">
          <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </Center>
      )}
    </Paper>
  )
}
