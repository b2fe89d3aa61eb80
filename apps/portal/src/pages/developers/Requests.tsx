import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { requestTexts } from '../../texts/requests.ts'
import { useRequests } from './queries.ts'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestRow } from './RequestRow.tsx'
import { toRequestQuery } from './request-search.ts'

/** The requests of the client's programs, how they were answered, and what to do about it. */
export function Requests() {
  const texts = useTexts(requestTexts)
  const search = useSearch({ from: '/shell/developers' })
  const query = useRequests(toRequestQuery(search))
  const requests = query.data?.pages.flatMap(({ records }) => records)
  const isFiltered = Object.keys(search).length > 0
  return (
    <Paper component="section" aria-labelledby="requests">
      <Title order={2} id="requests">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      <RequestFilters search={search} />
      <Loaded query={query} rows={3} laterProblem="above">
        {() => requests?.length === 0 && <Text size="sm">{isFiltered ? texts.noneFit : texts.none}</Text>}
      </Loaded>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {requests?.map((request) => (
          <RequestRow key={request.entryId} request={request} />
        ))}
      </Stack>
      {query.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.older}
          </Button>
        </Group>
      )}
    </Paper>
  )
}
