import { Paper } from '@mantine/core'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { networkTexts } from '../../texts/networks.ts'
import { NetworksForm } from './NetworksForm.tsx'
import { useNetworks } from './queries.ts'

/** From where the credentials of the client are accepted. */
export function NetworksPage() {
  const texts = useTexts(networkTexts)
  const { clientName } = useMe()
  const query = useNetworks()
  return (
    <>
      <PageHeader title={texts.title} description={texts.help({ client: clientName })} />
      <Paper>
        <Loaded query={query} rows={4} height={36} laterProblem="above">
          {(networks) => <NetworksForm networks={networks} />}
        </Loaded>
      </Paper>
    </>
  )
}
