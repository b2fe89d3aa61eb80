import { Anchor, Stack, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client.ts'
import { type TextsOf, useTexts } from '../language/define-texts.ts'
import type { Formatters } from '../language/formatters.ts'
import { useFormatters } from '../language/language.tsx'
import { useMe } from '../session/session.ts'
import { waitingTexts } from '../texts/waiting.ts'
import { TimeText } from './TimeText.tsx'

type Cause = Schemas['WaitingCause']
type Texts = TextsOf<typeof waitingTexts>

/** What something waits for, each cause with a link to what removes it, for those who can. */
export function WaitingCauses({ causes }: { readonly causes: readonly Cause[] }) {
  const texts = useTexts(waitingTexts)
  const formatters = useFormatters()
  const isOperator = useMe().role === 'operator'
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {causes.map((cause) => (
        <li key={`${cause.kind} ${cause.scope}`}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {describe(cause, texts, formatters, isOperator)} <Remedy cause={cause} isOperator={isOperator} />
          </Text>
        </li>
      ))}
    </Stack>
  )
}

function describe(cause: Cause, texts: Texts, formatters: Formatters, isOperator: boolean): ReactNode {
  const { until, since, route = '', links = [], name = '', reason = '' } = cause
  switch (cause.kind) {
    case 'segments':
      return texts.segments
    case 'scheduled':
      return withTime(texts.scheduled, until)
    case 'quiet-hours':
      return withTime(texts.quietHours, until)
    case 'delivery-window':
      return withTime(texts.deliveryWindow, until)
    case 'bulk-paused':
      return withTime(texts.bulkPaused, since)
    case 'bulk-speed':
      return describeSpeed(cause, texts, formatters)
    case 'put-off':
      return withTime(texts.putOff, until)
    case 'held': {
      if (!isOperator || cause.scope === undefined) return texts.heldForClient
      const what = cause.scope === 'deployment' ? texts.held.deployment : texts.held[cause.scope]({ name })
      return withTime(`${reason === '' ? what : `${what} (${reason})`} ${texts.since}`, since)
    }
    case 'no-link':
      if (!isOperator) return texts.noLinkForClient
      return links.length === 0
        ? texts.noNode({ route })
        : `${texts.noLink({ route })} ${nameLinks(links, texts, formatters)}.`
    case 'no-credit':
      return texts.noCredit({ client: String(cause.clientId) })
    case 'line':
      return describeLine(cause, texts, formatters)
    case 'handed-over':
      return cause.link === undefined || cause.link === ''
        ? texts.beingHandedOver
        : texts.handedOver({ link: cause.link })
    case 'unknown-outcome':
      return isOperator ? texts.unknown : texts.unknownForClient
    case 'receipt':
      return texts.receipt
  }
}

function describeSpeed({ limit }: Cause, texts: Texts, formatters: Formatters): string {
  const { parts = 0, seconds = 0 } = limit ?? {}
  return texts.bulkSpeed({ parts: formatters.number(parts), time: formatters.duration(seconds * 1_000) })
}

function withTime(text: string, moment: string | undefined): ReactNode {
  return (
    <>
      {text} <TimeText moment={moment ?? null} />.
    </>
  )
}

function nameLinks(links: readonly Schemas['QueueLink'][], texts: Texts, { list }: Formatters): string {
  return list(
    links.map(({ link, obstacle }) =>
      obstacle === null ? link : texts.link({ link, obstacle: texts.obstacles[obstacle] }),
    ),
  )
}

function describeLine({ before = 0, isMore, seconds }: Cause, texts: Texts, formatters: Formatters): string {
  if (before === 0) return texts.isNext
  const count = formatters.number(before)
  const line = isMore ? texts.moreBefore({ count }) : texts.before({ count })
  return seconds == null ? `${line}.` : `${line} (${texts.about({ time: formatters.duration(seconds * 1_000) })}).`
}

/** A link to where the cause can be removed, for those who may. */
function Remedy({ cause, isOperator }: { readonly cause: Cause; readonly isOperator: boolean }) {
  const texts = useTexts(waitingTexts)
  const mayKeep = useMe().role !== 'user'
  const remedy = isOperator ? operatorRemedy(cause, texts) : clientRemedy(cause, texts, mayKeep)
  if (remedy === undefined) return null
  return (
    <Anchor component={Link} to={remedy.to} size="sm" underline="always">
      {remedy.label}
    </Anchor>
  )
}

interface RemedyLink {
  readonly to: LinkProps['to']
  readonly label: string
}

function operatorRemedy({ kind, clientId }: Cause, texts: Texts): RemedyLink | undefined {
  switch (kind) {
    case 'held':
      return { to: '/operator/sending', label: texts.toSending }
    case 'unknown-outcome':
      return { to: '/operator/sending', label: texts.toDecision }
    case 'no-link':
    case 'line':
      return { to: '/operator/links', label: texts.toLinks }
    case 'quiet-hours':
      return { to: '/account/quiet-hours', label: texts.toQuietHours }
    case 'no-credit':
      return { to: `/operator/clients/${clientId}` as LinkProps['to'], label: texts.toCredit }
    default:
      return undefined
  }
}

function clientRemedy({ kind }: Cause, texts: Texts, mayKeep: boolean): RemedyLink | undefined {
  if (kind === 'quiet-hours' && mayKeep) return { to: '/account/quiet-hours', label: texts.toQuietHours }
  if (kind === 'bulk-paused' || kind === 'bulk-speed') return { to: '/campaigns', label: texts.toCampaigns }
  return kind === 'scheduled' || kind === 'quiet-hours' ? { to: '/scheduled', label: texts.toScheduled } : undefined
}
