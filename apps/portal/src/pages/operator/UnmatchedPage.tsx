import { Button, Center, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { useUnmatchedIncoming, useUnmatchedReceipts } from './queries.ts'

type Receipt = Schemas['UnmatchedReceipt']
type Incoming = Schemas['UnmatchedIncoming']

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
  const query = useUnmatchedReceipts()
  return (
    <Pages
      query={query}
      keyOf={({ receiptId }) => receiptId}
      renderRecord={(receipt) => <ReceiptRow receipt={receipt} />}
      emptyTitle={texts.noReceipts}
    />
  )
}

function IncomingSms() {
  const { stray: texts } = useTexts(operatorTexts)
  const query = useUnmatchedIncoming()
  return (
    <Pages
      query={query}
      keyOf={({ incomingId }) => incomingId}
      renderRecord={(incoming) => <IncomingRow incoming={incoming} />}
      emptyTitle={texts.noIncoming}
    />
  )
}

interface PagesProps<T> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly records: readonly T[] }>>
  readonly keyOf: (record: T) => number
  readonly renderRecord: (record: T) => ReactNode
  readonly emptyTitle: string
}

/** Newest first, with a button for more. */
function Pages<T>({ query, keyOf, renderRecord, emptyTitle }: PagesProps<T>) {
  const { stray: texts, loadMore } = useTexts(operatorTexts)
  return (
    <Loaded query={query} height={40} laterProblem="alone">
      {({ pages }) => {
        const records = pages.flatMap((page) => page.records)
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
      }}
    </Loaded>
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
