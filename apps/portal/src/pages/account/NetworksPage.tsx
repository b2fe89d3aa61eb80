import { Paper } from '@mantine/core'
import { queries } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { networkTexts } from '../../texts/networks.ts'
import { NetworksForm } from './NetworksForm.tsx'

/** From where the credentials of the client are accepted. */
export function NetworksPage() {
  const texts = useTexts(networkTexts)
  const { clientName } = useMe()
  const { data, error, refetch } = queries.useQuery('get', '/networks')
  return (
    <>
      <PageHeader title={texts.title} description={texts.help(clientName)} />
      <Paper>
        {data === undefined && error === null && <LoadingRows rows={4} height={36} />}
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data !== undefined && <NetworksForm networks={data} />}
      </Paper>
    </>
  )
}
