import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconPlayerPause,
  IconPlugConnectedX,
  IconRefresh,
  IconZzz,
} from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { Facts } from '../../components/Facts.tsx'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { operatorTexts } from '../../texts/operator.ts'
import { LinkCharts } from './LinkCharts.tsx'
import { LinkPdus } from './LinkPdus.tsx'
import { PauseLink } from './PauseLink.tsx'

type Link = Schemas['Link']

const STATUS_FORMS = {
  up: { color: 'green', Icon: IconCheck },
  standby: { color: 'gray', Icon: IconZzz },
  paused: { color: 'yellow', Icon: IconAlertTriangle },
  connecting: { color: 'blue', Icon: IconRefresh },
  refused: { color: 'red', Icon: IconBan },
  down: { color: 'red', Icon: IconPlugConnectedX },
} as const satisfies Record<Link['state'], object>

/** A link: its state, its activity, and its queue. */
export function LinkCard({ link }: { readonly link: Link }) {
  const { link: texts } = useTexts(operatorTexts)
  return (
    <Paper component="li" aria-label={link.link}>
      <Stack gap="md" h="100%">
        <Group justify="space-between" align="flex-start">
          <Stack gap="xs">
            <Title order={2} size="h3">
              {link.link}
            </Title>
            <Group gap="xs">
              {link.pause !== null && <ToneBadge color="orange" Icon={IconPlayerPause} text={texts.pausedByOperator} />}
              <ToneBadge {...STATUS_FORMS[link.state]} text={texts.states[link.state]} />
            </Group>
          </Stack>
          <PauseLink link={link} />
        </Group>
        {link.detail !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {link.detail}
          </Text>
        )}
        {link.pause !== null && (
          <Text size="sm" c="dimmed">
            {link.pause.by === '' ? texts.pausedOnServerSince : texts.pausedBySince({ by: link.pause.by })}{' '}
            <TimeText moment={link.pause.at} />
          </Text>
        )}
        <LinkCharts link={link.link} />
        <LinkFacts link={link} />
        {link.pdus.length > 0 && <LinkPdus pdus={link.pdus} />}
      </Stack>
    </Paper>
  )
}

function LinkFacts({ link: { node, figures, routes, waiting } }: { readonly link: Link }) {
  const { link: texts, none } = useTexts(operatorTexts)
  const { comma, list, number, percent, relative } = useFormatters()
  const rate = (parts: number) => (parts === 0 ? texts.noLimit : texts.perSecond({ rate: number(parts) }))
  return (
    <Facts
      facts={[
        [texts.node, node ?? texts.noNode],
        ...(figures === null
          ? []
          : ([
              [texts.binds, figures.binds.all === 0 ? none : `${figures.binds.bound}/${figures.binds.all}`],
              [texts.window, `${number(figures.outstanding)}/${number(figures.window)}`],
              [texts.rate, rate(figures.partsPerSecond)],
              [texts.matched, matchRate(figures.receipts, percent)],
              [texts.throttles, texts.times({ times: number(figures.throttles) })],
            ] as const)),
        [texts.routes, list(routes) || none],
        ...waiting.map(
          ({ priority, messages, oldestAt }) =>
            [
              `${texts.waiting} ${priority}`,
              `${number(messages)}${comma}${texts.oldest({ age: relative(oldestAt, Date.now()) })}`,
            ] as const,
        ),
      ]}
    />
  )
}

function matchRate(
  { matched, unmatched }: { readonly matched: number; readonly unmatched: number },
  percent: (share: number) => string,
): string {
  const all = matched + unmatched
  return all === 0 ? '–' : percent(matched / all)
}
