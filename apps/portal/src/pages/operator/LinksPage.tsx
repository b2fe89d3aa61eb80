import { SimpleGrid } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { operatorTexts } from '../../texts/operator.ts'
import { LinkCard } from './LinkCard.tsx'
import { useLinks } from './queries.ts'

/** The state of the links of all nodes, with buttons to pause and resume them. */
export function LinksPage() {
  const { link: texts, pages } = useTexts(operatorTexts)
  const query = useLinks()
  return (
    <>
      <PageHeader title={pages.links} description={`${texts.description} ${texts.pauseHelp}`} />
      <Loaded query={query}>{({ records }) => <Links links={records} />}</Loaded>
    </>
  )
}

function Links({ links }: { readonly links: readonly Schemas['Link'][] }) {
  const { link: texts } = useTexts(operatorTexts)
  if (links.length === 0)
    return <EmptyState Icon={IconPlugConnectedX} title={texts.emptyTitle} text={texts.emptyText} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {links.map((link) => (
        <LinkCard key={link.link} link={link} />
      ))}
    </SimpleGrid>
  )
}
