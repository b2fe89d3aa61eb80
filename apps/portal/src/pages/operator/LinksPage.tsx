import { SimpleGrid } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { queries } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { operatorTexts } from '../../texts/operator.ts'
import { LinkCard } from './LinkCard.tsx'

const LINKS = ['get', '/operator/links']
/** What waits for links is counted no more often. */
const REST_MS = 3_000

/** The state of the links of all nodes, with buttons to pause and resume them. */
export function LinksPage() {
  const { link: texts, pages } = useTexts(operatorTexts)
  return (
    <>
      <PageHeader title={pages.links} description={`${texts.description} ${texts.pauseHelp}`} />
      <Links />
    </>
  )
}

function Links() {
  const { link: texts } = useTexts(operatorTexts)
  const refetchInterval = useLive('deployment', LINKS)
  useLive('messages', LINKS, { restMs: REST_MS })
  const { data, error, refetch } = queries.useQuery('get', '/operator/links', {}, { refetchInterval })
  if (data === undefined)
    return error === null ? <LoadingRows /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.records.length === 0)
    return <EmptyState Icon={IconPlugConnectedX} title={texts.emptyTitle} text={texts.emptyText} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {data.records.map((link) => (
        <LinkCard key={link.link} link={link} />
      ))}
    </SimpleGrid>
  )
}
