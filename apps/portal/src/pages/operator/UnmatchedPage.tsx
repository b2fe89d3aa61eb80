import { Button, Center, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'

type Receipt = Schemas['UnmatchedReceipt']
type Incoming = Schemas['UnmatchedIncoming']

const PAGE = 50

/** Receipts that match no message, and incoming SMS to numbers without a channel. */
export function UnmatchedPage() {
  const { stray: texts, pages } = useTexts(operatorTexts)
  const { kind = 'receipts' } = useSearch({ from: '/shell/operator/unmatched' })
  const navigate = useNavigate({ from: '/operator/unmatched' })
  return (
    <>
      <PageHeader title={pages.unmatched} description={texts.description} />
      <Stack>
        <Group>
          <SegmentedControl
            aria-label={pages.unmatched}
            data={[
              { value: 'receipts', label: texts.receipts },
              { value: 'incoming', label: texts.incoming },
            ]}
            value={kind}
            onChange={(value) => void navigate({ search: value === 'incoming' ? { kind: value } : {} })}
          />
        </Group>
        <Text size="sm" c="dimmed" maw="42rem">
          {kind === 'receipts' ? texts.receiptsHelp : texts.incomingHelp}
        </Text>
        {kind === 'receipts' ? <Receipts /> : <IncomingSms />}
      </Stack>
    </>
  )
}

function Receipts() {
  const { stray: texts } = useTexts(operatorTexts)
  return (
    <Pages
      name="receipts"
      load={async (cursor) =>
        (await api.GET('/operator/unmatched/receipts', { params: { query: { cursor, limit: PAGE } } })).data
      }
      keyOf={({ receiptId }) => receiptId}
      renderRecord={(receipt) => <ReceiptRow receipt={receipt} />}
      emptyTitle={texts.noReceipts}
    />
  )
}

function IncomingSms() {
  const { stray: texts } = useTexts(operatorTexts)
  return (
    <Pages
      name="incoming"
      load={async (cursor) =>
        (await api.GET('/operator/unmatched/incoming', { params: { query: { cursor, limit: PAGE } } })).data
      }
      keyOf={({ incomingId }) => incomingId}
      renderRecord={(incoming) => <IncomingRow incoming={incoming} />}
      emptyTitle={texts.noIncoming}
    />
  )
}

interface Page<T> {
  readonly records: readonly T[]
  readonly next: number | null
}

interface PagesProps<T> {
  readonly name: string
  readonly load: (cursor: number | undefined) => Promise<Page<T> | undefined>
  readonly keyOf: (record: T) => number
  readonly renderRecord: (record: T) => ReactNode
  readonly emptyTitle: string
}

/** Newest first, with a button for more. */
function Pages<T>({ name, load, keyOf, renderRecord, emptyTitle }: PagesProps<T>) {
  const { stray: texts, loadMore } = useTexts(operatorTexts)
  const query = useInfiniteQuery({
    queryKey: ['unmatched', name],
    queryFn: async ({ pageParam }) => (await load(pageParam)) as Page<T>,
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (query.isPending) return <LoadingRows height={40} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const records = query.data.pages.flatMap((page) => page.records)
  if (records.length === 0) return <EmptyState Icon={IconCheck} title={emptyTitle} text={texts.nothing} />
  return (
    <Stack gap="xs">
      {records.map((record) => (
        <Paper key={keyOf(record)} p="md">
          {renderRecord(record)}
        </Paper>
      ))}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
            {loadMore}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function ReceiptRow({ receipt }: { readonly receipt: Receipt }) {
  const { stray: texts } = useTexts(operatorTexts)
  const { colon, number } = useFormatters()
  const { link, networkId, to, networkStatus, receivedAt, tries, nextTryAt } = receipt
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {networkId}
        </Text>
        <Text size="sm" c="dimmed">
          <TimeText moment={receivedAt} />
        </Text>
      </Group>
      <Text size="sm">
        {networkStatus} · {link}
        {to !== null && ` · ${texts.to} ${to}`}
      </Text>
      <Text size="xs" c="dimmed">
        {`${texts.tries}${colon}${number(tries)} · ${texts.nextTry}${colon}`}
        <TimeText moment={nextTryAt} />
      </Text>
    </Stack>
  )
}

function IncomingRow({ incoming }: { readonly incoming: Incoming }) {
  const { stray: texts } = useTexts(operatorTexts)
  const { colon } = useFormatters()
  const { from, to, link, text, encoding, isIncomplete, receivedAt } = incoming
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          <bdi>
            {from} → {to}
          </bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <TimeText moment={receivedAt} />
        </Text>
      </Group>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {encoding === 'binary' && `${texts.binary}${colon}`}
        <bdi>{text}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        {link}
        {isIncomplete && ` · ${texts.incomplete}`}
      </Text>
    </Stack>
  )
}
