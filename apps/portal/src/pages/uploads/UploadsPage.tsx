import { Anchor, Button, Center, Paper, Stack, Table, Title } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { ListProblem } from '../../files/ListProblem.tsx'
import { openList } from '../../files/open-list.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useLive } from '../../live/use-live.ts'
import { shellTexts } from '../../texts/shell.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { FileChooser, MOST_OCTETS } from './FileChooser.tsx'
import { keepFile } from './kept-files.ts'
import { UploadStateBadge } from './UploadStateBadge.tsx'

/** How often the list is reloaded. */
/** The files that were uploaded, and a way to upload another. */
export function UploadsPage() {
  const texts = useTexts(uploadTexts)
  const { pages } = useTexts(shellTexts)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function begin(file: File) {
    setError(undefined)
    setBusy(true)
    try {
      const list = await openList(file, MOST_OCTETS)
      const { data } = await api.POST('/uploads', { body: { name: file.name, octets: list.size } })
      const { uploadId } = data as Schemas['Upload']
      await keepFile(uploadId, list)
      await navigate({ to: '/uploads/$uploadId', params: { uploadId: String(uploadId) } })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <PageHeader title={pages.uploads} description={texts.description} />
      <Stack gap="lg">
        <FileChooser onFile={(file) => void begin(file)} isBusy={isBusy} />
        {error !== undefined && <ListProblem error={error} />}
        <UploadList />
      </Stack>
    </>
  )
}

function UploadList() {
  const texts = useTexts(uploadTexts)
  const { number } = useFormatters()
  const refetchInterval = useLive('uploads', ['uploads'])
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: ['uploads'],
    queryFn: async ({ pageParam: before }) => {
      const { data: page } = await api.GET('/uploads', { params: { query: { limit: 50, ...(before && { before }) } } })
      return page as Schemas['UploadList']
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval,
  })
  if (isPending) return <LoadingRows />
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const uploads = data.pages.flatMap(({ records }) => records)
  if (uploads.length === 0) return <EmptyState Icon={IconFileTypeCsv} title={texts.noneTitle} text={texts.noneText} />
  return (
    <Paper component="section" aria-labelledby="uploads-list">
      <Title order={2} id="uploads-list" mb="sm">
        {texts.list}
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.name}</Table.Th>
              <Table.Th>{texts.state}</Table.Th>
              <Table.Th ta="end">{texts.messages}</Table.Th>
              <Table.Th>{texts.when}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {uploads.map(({ uploadId, name, state, messages, createdAt }) => (
              <Table.Tr key={uploadId}>
                <Table.Td>
                  <Anchor component={Link} to="/uploads/$uploadId" params={{ uploadId: String(uploadId) } as never}>
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <UploadStateBadge state={state} />
                </Table.Td>
                <Table.Td ta="end">{number(messages)}</Table.Td>
                <Table.Td>
                  <TimeText moment={createdAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hasNextPage && (
        <Center mt="sm">
          <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </Center>
      )}
    </Paper>
  )
}
