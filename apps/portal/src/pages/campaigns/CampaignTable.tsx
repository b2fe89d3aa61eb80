import { Anchor, Badge, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { CampaignStateBadge } from '../../components/CampaignStateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { campaignTexts } from '../../texts/campaigns.ts'
import { BulkActions } from '../scheduled/ScheduledRow.tsx'
import { CampaignMenu } from './CampaignMenu.tsx'
import { useResults } from './use-results.ts'

export interface CampaignTableProps {
  readonly campaigns: readonly Schemas['Upload'][]
  /** What programs have scheduled for several numbers. */
  readonly bulks: readonly Schemas['ShownScheduledBulk'][]
}

/** Room for a sentence; on a phone the state stands beside it. */
const NAME_WIDTH = { base: '11rem', sm: '13rem' } as const

/** Numbers stand below each other, and in one line. */
const NUMBER = { ta: 'right', style: { whiteSpace: 'nowrap' } } as const

/** Campaigns with where they stand and what became of them. */
export function CampaignTable({ campaigns, bulks }: CampaignTableProps) {
  const texts = useTexts(campaignTexts)
  return (
    <Table.ScrollContainer minWidth={860}>
      <Table horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
            <Table.Th>{texts.when}</Table.Th>
            <Table.Th ta="right">{texts.messages}</Table.Th>
            <Table.Th ta="right">{texts.delivered}</Table.Th>
            <Table.Th ta="right" title={texts.ratesHint}>
              {texts.replied}
            </Table.Th>
            <Table.Th ta="right" title={texts.ratesHint}>
              {texts.optedOut}
            </Table.Th>
            <Table.Th ta="right">{texts.price}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bulks.map((bulk) => (
            <BulkRow key={bulk.bulkId} bulk={bulk} />
          ))}
          {campaigns.map((campaign) => (
            <CampaignRow key={campaign.uploadId} campaign={campaign} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function CampaignRow({ campaign }: { readonly campaign: Schemas['Upload'] }) {
  const texts = useTexts(campaignTexts)
  const { number, money } = useFormatters()
  const { uploadId, name, state, sendAt, createdAt, messages, price, problems } = campaign
  const leftOut = Object.values(problems).reduce((sum, count) => sum + count, 0)
  return (
    <Table.Tr>
      <Table.Td miw={NAME_WIDTH}>
        <Anchor
          component={Link}
          to="/uploads/$uploadId"
          params={{ uploadId: String(uploadId) } as never}
          size="sm"
          lineClamp={2}
          dir="auto"
        >
          {name}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <CampaignStateBadge state={state} />
      </Table.Td>
      <Table.Td>
        <TimeText moment={sendAt ?? createdAt} />
      </Table.Td>
      <Count value={messages} note={leftOut > 0 && texts.leftOut({ count: number(leftOut) })} />
      <Rates campaign={campaign} />
      <Table.Td {...NUMBER}>{money(price.amount, price.currency)}</Table.Td>
      <Table.Td>
        <CampaignMenu campaign={campaign} />
      </Table.Td>
    </Table.Tr>
  )
}

/** A number, with what lacks in it below. */
function Count({ value, note }: { readonly value: number; readonly note: string | false }) {
  const { number } = useFormatters()
  return (
    <Table.Td {...NUMBER}>
      {number(value)}
      {note !== false && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Table.Td>
  )
}

/** Shares of the recipients. */
function Rates({ campaign }: { readonly campaign: Schemas['Upload'] }) {
  const texts = useTexts(campaignTexts)
  const { number, percent } = useFormatters()
  const results = useResults(campaign)
  if (results === undefined || results.recipients === 0)
    return ['delivered', 'replied', 'optedOut'].map((column) => (
      <Table.Td key={column} {...NUMBER}>
        –
      </Table.Td>
    ))
  const { delivered, failed, replied, optedOut, recipients } = results
  return (
    <>
      <Count value={delivered} note={failed > 0 && texts.failed({ count: number(failed) })} />
      <Table.Td {...NUMBER}>{percent(replied / recipients)}</Table.Td>
      <Table.Td {...NUMBER}>{percent(optedOut / recipients)}</Table.Td>
    </>
  )
}

function BulkRow({ bulk }: { readonly bulk: Schemas['ShownScheduledBulk'] }) {
  const texts = useTexts(campaignTexts)
  const { number } = useFormatters()
  const { text, sendAt, messages, isPaused } = bulk
  return (
    <Table.Tr>
      <Table.Td miw={NAME_WIDTH}>
        <Text size="sm" lineClamp={2} dir="auto">
          {text}
        </Text>
        <Badge color="gray">{texts.byProgram}</Badge>
      </Table.Td>
      <Table.Td>
        <CampaignStateBadge state={isPaused ? 'paused' : 'scheduled'} />
      </Table.Td>
      <Table.Td>
        <TimeText moment={sendAt} />
      </Table.Td>
      <Table.Td {...NUMBER}>{number(messages)}</Table.Td>
      <Table.Td colSpan={5}>
        <BulkActions bulk={bulk} />
      </Table.Td>
    </Table.Tr>
  )
}
