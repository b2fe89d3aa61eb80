import { Stack } from '@mantine/core'
import { queries } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { operatorTexts } from '../../texts/operator.ts'
import { routingTexts } from '../../texts/routing.ts'
import { ExplainNumber } from './ExplainNumber.tsx'
import { RoutingTable } from './RoutingTable.tsx'

/** Which messages take which links, and why. */
export function RoutingPage() {
  const { pages } = useTexts(operatorTexts)
  const texts = useTexts(routingTexts)
  const { data, error, refetch } = queries.useQuery('get', '/operator/routing')
  return (
    <>
      <PageHeader title={pages.routing} description={texts.description} />
      <Stack>
        <ExplainNumber />
        {data === undefined && error === null && <LoadingRows />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <RoutingTable table={data} />}
      </Stack>
    </>
  )
}
