import { Anchor, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useEveryClient } from '../../session/every-client.ts'
import { overviewTexts } from '../../texts/overview.ts'
import classes from './overview.module.css'

/** Failing hosts, for which webhooks wait; nothing when there are none. */
export function FailingHosts({ hosts }: { readonly hosts: readonly Schemas['PausedHost'][] }) {
  const texts = useTexts(overviewTexts)
  const { comma, number } = useFormatters()
  const everyClient = useEveryClient()
  const nameOf = useClientNames(everyClient ? hosts.map(({ clientId }) => clientId) : [])
  if (hosts.length === 0) return null
  return (
    <Paper>
      <Title order={2} mb="xs">
        {texts.failingHosts}
      </Title>
      <ul className={classes.rows}>
        {hosts.map(({ clientId, host, waiting, probeAt }) => (
          <li key={`${clientId} ${host}`}>
            <Anchor component={Link} to="/webhooks" search={{ everyClient } as never} size="sm">
              {everyClient && `${nameOf(clientId)} · `}
              {host}
            </Anchor>
            <Text size="sm" c="dimmed" component="span">
              {texts.hostWaits({ waiting: number(waiting) })}
              {comma}
              {texts.nextTry} <TimeText moment={probeAt} form="time" />
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  )
}
