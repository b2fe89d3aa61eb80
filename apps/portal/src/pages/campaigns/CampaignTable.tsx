import { Anchor, Badge, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
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

/** From this width on each of the facts has a column; below, some of them share one. */
const WIDE = '(min-width: 75em)'

/** Room for a sentence. */
const NAME_WIDTH = { base: '8.5rem', lg: '12rem' } as const

/** Numbers stand below each other, and in one line. */
const NUMBER = { ta: 'right', style: { whiteSpace: 'nowrap' } } as const

/** Campaigns with where they stand and what became of them. */
export function CampaignTable({ campaigns, bulks }: CampaignTableProps) {
  const texts = useTexts(campaignTexts)
  const isWide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches)
  return (
    <Table.ScrollContainer minWidth={isWide ? 860 : 600}>
      <Table horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            {isWide && <Table.Th>{texts.state}</Table.Th>}
            <Table.Th>{texts.when}</Table.Th>
            <Table.Th ta="right">{texts.messages}</Table.Th>
            <Table.Th ta="right">{texts.delivered}</Table.Th>
            {isWide && (
              <>
                <Table.Th ta="right" title={texts.ratesHint}>
                  {texts.replied}
                </Table.Th>
                <Table.Th ta="right" title={texts.ratesHint}>
                  {texts.optedOut}
                </Table.Th>
              </>
            )}
            <Table.Th ta="right">{texts.price}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bulks.map((bulk) => (
            <BulkRow key={bulk.bulkId} bulk={bulk} isWide={isWide} />
          ))}
          {campaigns.map((campaign) => (
            <CampaignRow key={campaign.uploadId} campaign={campaign} isWide={isWide} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface CampaignProps {
  readonly campaign: Schemas['Upload']
  readonly isWide: boolean
}

function CampaignRow({ campaign, isWide }: CampaignProps) {
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
        {!isWide && <CampaignStateBadge state={state} />}
      </Table.Td>
      {isWide && (
        <Table.Td>
          <CampaignStateBadge state={state} />
        </Table.Td>
      )}
      <Table.Td>
        <TimeText moment={sendAt ?? createdAt} />
      </Table.Td>
      <Count value={messages} notes={leftOut > 0 ? [texts.leftOut({ count: number(leftOut) })] : []} />
      <Rates campaign={campaign} isWide={isWide} />
      <Table.Td {...NUMBER}>{money(price.amount, price.currency)}</Table.Td>
      <Table.Td>
        <CampaignMenu campaign={campaign} />
      </Table.Td>
    </Table.Tr>
  )
}

/** A number, with what has to be said of it below. */
function Count({ value, notes }: { readonly value: number; readonly notes: readonly string[] }) {
  const { number } = useFormatters()
  return (
    <Table.Td {...NUMBER}>
      {number(value)}
      {notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Table.Td>
  )
}

/** Shares of the recipients. */
function Rates({ campaign, isWide }: CampaignProps) {
  const texts = useTexts(campaignTexts)
  const { number, percent } = useFormatters()
  const results = useResults(campaign)
  if (results === undefined || results.recipients === 0)
    return (isWide ? ['delivered', 'replied', 'optedOut'] : ['delivered']).map((column) => (
      <Table.Td key={column} {...NUMBER}>
        –
      </Table.Td>
    ))
  const { delivered, failed, recipients } = results
  const [replied, optedOut] = [percent(results.replied / recipients), percent(results.optedOut / recipients)]
  const notes = failed > 0 ? [texts.failed({ count: number(failed) })] : []
  if (!isWide)
    return (
      <Count value={delivered} notes={[...notes, `${texts.replied} ${replied}`, `${texts.optedOut} ${optedOut}`]} />
    )
  return (
    <>
      <Count value={delivered} notes={notes} />
      <Table.Td {...NUMBER}>{replied}</Table.Td>
      <Table.Td {...NUMBER}>{optedOut}</Table.Td>
    </>
  )
}

interface BulkProps {
  readonly bulk: Schemas['ShownScheduledBulk']
  readonly isWide: boolean
}

function BulkRow({ bulk, isWide }: BulkProps) {
  const texts = useTexts(campaignTexts)
  const { number } = useFormatters()
  const { text, sendAt, messages, isPaused } = bulk
  const badge = <CampaignStateBadge state={isPaused ? 'paused' : 'scheduled'} />
  return (
    <Table.Tr>
      <Table.Td miw={NAME_WIDTH}>
        <Text size="sm" lineClamp={2} dir="auto">
          {text}
        </Text>
        <Stack gap={4} align="start">
          <Badge color="gray">{texts.byProgram}</Badge>
          {!isWide && badge}
        </Stack>
      </Table.Td>
      {isWide && <Table.Td>{badge}</Table.Td>}
      <Table.Td>
        <TimeText moment={sendAt} />
      </Table.Td>
      <Table.Td {...NUMBER}>{number(messages)}</Table.Td>
      <Table.Td colSpan={isWide ? 5 : 3}>
        <BulkActions bulk={bulk} />
      </Table.Td>
    </Table.Tr>
  )
}
