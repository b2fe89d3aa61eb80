import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useLive } from '../../live/use-live.ts'
import { requestTexts } from '../../texts/requests.ts'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestRow } from './RequestRow.tsx'
import { toRequestQuery } from './request-search.ts'

const PAGE = 25

/** The requests of the client's programs, how they were answered, and what to do about it. */
export function Requests() {
  const texts = useTexts(requestTexts)
  const search = useSearch({ from: '/shell/developers' })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRequests(toRequestQuery(search))
  const requests = data?.pages.flatMap(({ records }) => records)
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
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!requests && !error && <LoadingRows rows={3} />}
      {requests?.length === 0 && <Text size="sm">{isFiltered ? texts.noneFit : texts.none}</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {requests?.map((request) => (
          <RequestRow key={request.entryId} request={request} />
        ))}
      </Stack>
      {hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.older}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

/** They follow the log only while the newest alone are shown. */
function useRequests(query: ReturnType<typeof toRequestQuery>) {
  const refetchInterval = useLive('requests', ['requests'], { onlyFirstPage: true })
  return useInfiniteQuery({
    queryKey: ['requests', query],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const params = { query: { ...query, cursor, limit: PAGE } }
      return (await api.GET('/requests', { params, signal })).data as Schemas['RequestList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : refetchInterval),
  })
}
