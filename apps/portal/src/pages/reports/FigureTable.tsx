import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { reportsTexts } from '../../texts/reports.ts'
import { stateTexts } from '../../texts/states.ts'
import type { Report } from './report-search.ts'

type FigureReport = Schemas['FigureReport']

interface TableProps {
  readonly figures: FigureReport
  readonly report: Report
}

type Row = Omit<Schemas['FigureDivision'], 'name'> & { readonly name: ReactNode }

/** A row for each day, week or month, newest first. */
export function StepTable({ figures, report }: TableProps) {
  const texts = useTexts(reportsTexts)
  const { date } = useFormatters()
  const rows = figures.steps.map((step) => ({ ...step, key: step.at, name: date(`${step.at}T12:00:00Z`) })).reverse()
  return (
    <FigureTable head={texts.steps[report.step]} label={texts.bySteps[report.step]} rows={rows} figures={figures} />
  )
}

/** A row for each channel, state and so on, the one with most messages first. */
export function DivisionTable({ figures, report }: TableProps) {
  const texts = useTexts(reportsTexts)
  const nameOf = useNames(report)
  const rows = figures.divisions.map((division) => ({ ...division, name: nameOf(division) }))
  return (
    <FigureTable head={texts.divisions[report.by]} label={texts.divided[report.by]} rows={rows} figures={figures} />
  )
}

/** Names of what is divided by. Those that Messages can filter by lead there. */
function useNames({ by, from, to }: Report): (division: FigureReport['divisions'][number]) => ReactNode {
  const texts = useTexts(reportsTexts)
  const states = useTexts(stateTexts)
  const { country, phone } = useFormatters()
  const period = { since: `${from}T00:00:00Z`, until: `${to}T23:59:59.999Z` }
  const link = (text: string, search: object) => (
    <Anchor component={Link} to="/messages" search={{ ...period, ...search } as never} size="sm">
      {text}
    </Anchor>
  )
  return ({ key, name }) => {
    if (by === 'state') return link(states[key as keyof typeof states] ?? key, { state: key })
    if (by === 'origin') return link(key, { origin: key })
    if (by === 'channel' && name !== null) return link(name, { from: name })
    if (by === 'campaign') return link(name ?? key, { bulkId: key })
    if (by === 'link') return key
    if (by === 'calling-code')
      return key === '' ? texts.shortCodes : `${phone(key)}${name === null ? '' : ` ${country(name)}`}`
    if (by === 'error' && key === '0') return texts.noError
    return name ?? texts.removed({ id: key })
  }
}

/** Numbers stand below each other, and in one line. */
const NUMBER = { ta: 'right', style: { whiteSpace: 'nowrap' } } as const

interface FigureTableProps {
  readonly head: string
  readonly label: string
  readonly rows: readonly Row[]
  readonly figures: FigureReport
}

function FigureTable({ head, label, rows, figures: { currency, total } }: FigureTableProps) {
  const texts = useTexts(reportsTexts)
  const { number, percent, money } = useFormatters()
  const area = { tabIndex: 0, role: 'region', 'aria-label': label }
  return (
    <Table.ScrollContainer minWidth={520} maxHeight={480} scrollAreaProps={{ viewportProps: area }}>
      <Table verticalSpacing="xs" horizontalSpacing="xs" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head}</Table.Th>
            <Table.Th ta="right">{texts.messages}</Table.Th>
            <Table.Th ta="right">{texts.share}</Table.Th>
            <Table.Th ta="right">{texts.parts}</Table.Th>
            <Table.Th ta="right">{texts.deliveryRate}</Table.Th>
            {currency !== null && <Table.Th ta="right">{texts.cost}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, messages, parts, deliveryRate, cost }) => (
            <Table.Tr key={key}>
              <Table.Td miw="8rem">{name}</Table.Td>
              <Table.Td {...NUMBER}>{number(messages)}</Table.Td>
              <Table.Td {...NUMBER}>{percent(messages / total.messages)}</Table.Td>
              <Table.Td {...NUMBER}>{number(parts)}</Table.Td>
              <Table.Td {...NUMBER}>{deliveryRate === null ? '–' : percent(deliveryRate)}</Table.Td>
              {currency !== null && <Table.Td {...NUMBER}>{money(cost ?? '0', currency)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
