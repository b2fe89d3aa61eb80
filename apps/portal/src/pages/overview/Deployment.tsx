import { Anchor, Paper, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMoon, IconPlayerPause, IconX, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { ToneBadge, type ToneBadgeProps } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { overviewTexts } from '../../texts/overview.ts'
import classes from './overview.module.css'

type DeploymentReport = NonNullable<Schemas['Overview']['deployment']>

/** The queue and the state of the links, for operators. */
export function Deployment({ deployment }: { readonly deployment: DeploymentReport }) {
  return (
    <>
      <Queue queue={deployment.queue} />
      <Links links={deployment.links} />
    </>
  )
}

function Queue({ queue }: Pick<DeploymentReport, 'queue'>) {
  const texts = useTexts(overviewTexts)
  const { colon, number, relative } = useFormatters()
  return (
    <Paper>
      <Title order={2} mb="xs">
        {texts.queue}
      </Title>
      {queue.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.queueEmpty}
        </Text>
      )}
      <ul className={classes.rows}>
        {queue.map(({ priority, messages, oldestAt }) => (
          <li key={priority}>
            <Anchor component={Link} to="/messages" search={{ state: 'queued,submitting,retrying' } as never} size="sm">
              {priority} <b>{number(messages)}</b>
            </Anchor>
            <Text size="sm" c="dimmed" component="span">
              {texts.oldest}
              {colon}
              {relative(oldestAt, Date.now())} (<TimeText moment={oldestAt} form="time" />)
            </Text>
          </li>
        ))}
      </ul>
      {queue.length > 0 && (
        <Anchor component={Link} to="/operator/sending" size="sm">
          {texts.whyWaiting}
        </Anchor>
      )}
    </Paper>
  )
}

const LINK_BADGES: Readonly<Record<string, { readonly color: ToneBadgeProps['color']; readonly Icon: TablerIcon }>> = {
  up: { color: 'green', Icon: IconCheck },
  connecting: { color: 'yellow', Icon: IconAlertTriangle },
  refused: { color: 'red', Icon: IconX },
  down: { color: 'red', Icon: IconX },
  standby: { color: 'gray', Icon: IconMoon },
  paused: { color: 'gray', Icon: IconPlayerPause },
}

function Links({ links }: Pick<DeploymentReport, 'links'>) {
  const texts = useTexts(overviewTexts)
  return (
    <Paper>
      <Title order={2} mb="xs">
        {texts.links}
      </Title>
      {links.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noLinks}
        </Text>
      )}
      <ul className={classes.rows}>
        {links.map(({ link, node, state, detail, isPaused }) => {
          const { color, Icon } = LINK_BADGES[state] ?? { color: 'gray', Icon: IconMoon }
          return (
            <li key={link}>
              <span>
                {link}
                {node !== null && (
                  <Text size="xs" c="dimmed" component="span">
                    {' '}
                    {node}
                  </Text>
                )}
              </span>
              {isPaused ? (
                <ToneBadge color="orange" Icon={IconPlayerPause} text={texts.pausedByOperator} />
              ) : (
                <ToneBadge
                  color={color}
                  Icon={Icon}
                  text={texts.linkStates[state as keyof typeof texts.linkStates] ?? state}
                />
              )}
              {detail !== null && (
                <Text size="xs" c="dimmed" w="100%">
                  {detail}
                </Text>
              )}
            </li>
          )
        })}
      </ul>
    </Paper>
  )
}
