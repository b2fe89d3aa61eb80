import { Stack } from '@mantine/core'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { operatorTexts } from '../../texts/operator.ts'
import { routingTexts } from '../../texts/routing.ts'
import { ExplainNumber } from './ExplainNumber.tsx'
import { useRouting } from './queries.ts'
import { RoutingTable } from './RoutingTable.tsx'

/** Which messages take which links, and why. */
export function RoutingPage() {
  const { pages } = useTexts(operatorTexts)
  const texts = useTexts(routingTexts)
  const query = useRouting()
  return (
    <>
      <PageHeader title={pages.routing} description={texts.description} />
      <Stack>
        <ExplainNumber />
        <Loaded query={query}>{(table) => <RoutingTable table={table} />}</Loaded>
      </Stack>
    </>
  )
}
