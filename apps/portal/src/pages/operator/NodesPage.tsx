import { Badge, Group, Paper, Stack, Table, Title } from '@mantine/core'
import { queries, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Facts } from '../../components/Facts.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'

/** Nodes that live, and the database. */
export function NodesPage() {
  const { node: texts, pages } = useTexts(operatorTexts)
  const { data, error, refetch } = queries.useQuery('get', '/operator/nodes', {}, { refetchInterval: 3_000 })
  return (
    <>
      <PageHeader title={pages.nodes} description={texts.description} />
      {data === undefined && error === null && <LoadingRows rows={3} height={32} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Stack>
          <Nodes nodes={data.records} />
          <Database {...data.database} />
        </Stack>
      )}
    </>
  )
}

function Nodes({ nodes }: { readonly nodes: readonly Schemas['Node'][] }) {
  const { node: texts, pages, none } = useTexts(operatorTexts)
  return (
    <Paper p={0}>
      <Table.ScrollContainer
        minWidth={640}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': pages.nodes, role: 'region' } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.name}</Table.Th>
              <Table.Th>{texts.roles}</Table.Th>
              <Table.Th>{texts.links}</Table.Th>
              <Table.Th>{texts.started}</Table.Th>
              <Table.Th>{texts.seen}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {nodes.map(({ name, roles, links, startedAt, seenAt }) => (
              <Table.Tr key={`${name} ${startedAt}`}>
                <Table.Td fw={600}>{name}</Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    {roles.map((role) => (
                      <Badge key={role} color="gray" tt="none">
                        {role}
                      </Badge>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{links.join(', ') || none}</Table.Td>
                <Table.Td>
                  <TimeText moment={startedAt} />
                </Table.Td>
                <Table.Td>
                  <TimeText moment={seenAt} form="time" />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function Database({ answerMs, connections, maxConnections }: Schemas['NodeList']['database']) {
  const { node: texts } = useTexts(operatorTexts)
  const { duration, number } = useFormatters()
  return (
    <Paper maw="28rem">
      <Title order={2} mb="sm">
        {texts.database}
      </Title>
      <Facts
        facts={[
          [texts.answers, duration(answerMs)],
          [texts.connections, texts.of(number(connections), number(maxConnections))],
        ]}
      />
    </Paper>
  )
}
