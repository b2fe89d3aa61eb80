import { Button, Center, Group, Stack, Table, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { clientTexts } from '../../texts/clients.ts'
import { useLedger } from './client-queries.ts'

export interface LedgerProps {
  readonly clientId: number
  readonly currency: string
}

/** What changed the balance of a client, by day, newest first. */
export function Ledger({ clientId, currency }: LedgerProps) {
  const texts = useTexts(clientTexts)
  const query = useLedger(clientId)
  const days = query.data?.pages.flatMap(({ records }) => records) ?? []
  return (
    <Stack gap="xs">
      <Title order={3}>{texts.ledger}</Title>
      <Text size="sm" c="dimmed">
        {query.isSuccess && days.length === 0 ? texts.ledgerEmpty : texts.ledgerHelp}
      </Text>
      <Loaded query={query} rows={3} laterProblem="above" />
      {days.length > 0 && <Days days={days} currency={currency} />}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
            {texts.earlier}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

interface DaysProps extends Pick<LedgerProps, 'currency'> {
  readonly days: readonly Schemas['LedgerDay'][]
}

function Days({ days, currency }: DaysProps) {
  const texts = useTexts(clientTexts)
  const area = { tabIndex: 0, role: 'region', 'aria-label': texts.ledger }
  return (
    <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: area }}>
      <Table verticalSpacing="xs" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.day}</Table.Th>
            <Table.Th ta="right">{texts.charged}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {texts.refunded}
            </Table.Th>
            <Table.Th ta="right">{texts.balance}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <Day key={day.day} day={day} currency={currency} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A day with its totals, and below it every change made by hand. */
function Day({ day, currency }: { readonly day: Schemas['LedgerDay']; readonly currency: string }) {
  const { date, money } = useFormatters()
  const shown = (amount: string) => (Number(amount) === 0 ? '–' : money(amount, currency))
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td style={{ whiteSpace: 'nowrap' }}>{date(`${day.day}T12:00:00Z`)}</Table.Td>
        <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
          {shown(day.charged)}
        </Table.Td>
        <Table.Td ta="right" visibleFrom="sm">
          {shown(day.refunded)}
        </Table.Td>
        <Table.Td ta="right" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {money(day.balance, currency)}
        </Table.Td>
      </Table.Tr>
      {day.changes.map((change) => (
        <Table.Tr key={`${change.at} ${change.amount}`}>
          <Table.Td colSpan={4} ps="lg">
            <Change change={change} currency={currency} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Fragment>
  )
}

interface ChangeProps extends Pick<LedgerProps, 'currency'> {
  readonly change: Schemas['CreditChange']
}

function Change({ change: { at, amount, reason, by, note }, currency }: ChangeProps) {
  const texts = useTexts(clientTexts)
  const { money } = useFormatters()
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        <b>{money(amount, currency, 'always')}</b> {note ?? (reason === 'opening' ? texts.opening : texts.topUp)}
      </Text>
      <Text size="xs" c="dimmed">
        {by === '' ? texts.byCommand : by} · <TimeText moment={at} />
      </Text>
    </Group>
  )
}
