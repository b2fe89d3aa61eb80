import { Paper, SimpleGrid, Stack, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Facts } from '../../components/Facts.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { useNodes } from './queries.ts'

const COLUMNS = { base: 1, sm: 2, xl: 3 }

/** The live nodes, and the database. */
export function NodesPage() {
  const { node: texts, pages } = useTexts(operatorTexts)
  const query = useNodes()
  return (
    <>
      <PageHeader title={pages.nodes} description={texts.description} />
      <Loaded query={query} rows={3} height={32}>
        {({ records, database }) => (
          <Stack>
            <Nodes nodes={records} />
            <SimpleGrid cols={COLUMNS}>
              <Database {...database} />
            </SimpleGrid>
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly Schemas['Node'][] }) {
  return (
    <SimpleGrid cols={COLUMNS} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {nodes.map((node) => (
        <NodeCard key={`${node.name} ${node.startedAt}`} node={node} />
      ))}
    </SimpleGrid>
  )
}

function NodeCard({ node: { name, roles, links, startedAt, seenAt } }: { readonly node: Schemas['Node'] }) {
  const { node: texts, none } = useTexts(operatorTexts)
  const { list } = useFormatters()
  return (
    <Paper component="li" aria-label={name}>
      <Title order={2} size="h3" mb="sm">
        {name}
      </Title>
      <Facts
        facts={[
          [texts.roles, list(roles) || none],
          [texts.links, list(links) || none],
          [texts.started, <TimeText key="started" moment={startedAt} />],
          [texts.seen, <TimeText key="seen" moment={seenAt} form="time" />],
        ]}
      />
    </Paper>
  )
}

function Database({ answerMs, connections, maxConnections }: Schemas['NodeList']['database']) {
  const { node: texts } = useTexts(operatorTexts)
  const { duration, number } = useFormatters()
  return (
    <Paper>
      <Title order={2} size="h3" mb="sm">
        {texts.database}
      </Title>
      <Facts
        facts={[
          [texts.answers, duration(answerMs)],
          [texts.connections, texts.of({ used: number(connections), most: number(maxConnections) })],
        ]}
      />
    </Paper>
  )
}
