import { Button, Center, Paper } from '@mantine/core'
import { IconCalendarTime, IconFileUpload, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { campaignTexts } from '../../texts/campaigns.ts'
import { shellTexts } from '../../texts/shell.ts'
import { CampaignTable, type CampaignTableProps } from './CampaignTable.tsx'
import { useCampaigns, useProgramBulks } from './queries.ts'

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
  const campaigns = useCampaigns()
  const bulks = useProgramBulks()
  return (
    <Loaded query={campaigns} laterProblem="alone">
      {({ pages }) => (
        <CampaignList
          campaigns={pages.flatMap(({ records }) => records)}
          bulks={bulks}
          onMore={campaigns.hasNextPage ? () => void campaigns.fetchNextPage() : undefined}
        />
      )}
    </Loaded>
  )
}

interface CampaignListProps extends CampaignTableProps {
  /** Undefined: these are all. */
  readonly onMore: (() => void) | undefined
}

function CampaignList({ campaigns, bulks, onMore }: CampaignListProps) {
  const texts = useTexts(campaignTexts)
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
      {onMore !== undefined && (
        <Center mt="sm">
          <Button variant="default" size="xs" onClick={onMore}>
            {texts.more}
          </Button>
        </Center>
      )}
    </Paper>
  )
}
