import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { CopyButton } from '../../components/CopyButton.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useEveryClient } from '../../session/every-client.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { toTerm } from './message-search.ts'
import classes from './messages.module.css'
import type { Message } from './queries.ts'

/** A message: its state, its text, and everything else about it. */
export function MessageFacts({ message }: { readonly message: Message }) {
  const texts = useTexts(messagesTexts)
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Group gap="sm">
          <Text fw={600} size="lg">
            {message.to}
          </Text>
          <StateBadge state={message.state} />
        </Group>
        {message.error !== null && (
          <Text size="sm" c="dimmed">
            {message.error.description}
          </Text>
        )}
      </Stack>
      <Paper p="md" bg="var(--heliograph-surface)">
        {message.encoding === 'binary' && (
          <Text size="xs" c="dimmed" mb={4}>
            {texts.binary}
          </Text>
        )}
        <Text
          size="sm"
          dir="auto"
          style={{ whiteSpace: 'pre-wrap' }}
          ff={message.encoding === 'binary' ? 'monospace' : undefined}
        >
          {message.text}
        </Text>
      </Paper>
      <FactList message={message} />
    </Stack>
  )
}

function FactList({ message }: { readonly message: Message }) {
  const { facts } = useTexts(messagesTexts)
  const { money } = useFormatters()
  const everyClient = useEveryClient()
  const nameOf = useClientNames(everyClient ? [message.clientId] : [])
  const time = (moment: string | null) => moment !== null && <TimeText moment={moment} />
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [facts.accepted, time(message.acceptedAt)],
    [facts.scheduled, time(message.scheduledAt)],
    [facts.submitted, time(message.submittedAt)],
    [facts.done, time(message.doneAt)],
    [facts.client, everyClient ? `${nameOf(message.clientId)} (${message.clientId})` : message.clientId],
    [facts.channel, message.from],
    [facts.origin, message.origin],
    [facts.priority, message.priority],
    [facts.parts, message.parts],
    [facts.encoding, message.encoding.toUpperCase()],
    [facts.price, money(message.price.amount, message.price.currency)],
    [facts.smsId, <Id key="sms" label={facts.smsId} value={String(message.smsId)} />],
    [facts.messageId, <Id key="message" label={facts.messageId} value={message.messageId} />],
    [facts.bulkId, message.bulkId !== null && <SameIn key="bulk" field="bulkId" value={message.bulkId} />],
    [facts.reference, message.reference !== null && <SameIn key="ref" field="reference" value={message.reference} />],
    [facts.metadata, message.metadata !== undefined && <Metadata key="metadata" value={message.metadata} />],
    [facts.networkId, message.networkId !== null && <Id key="net" label={facts.networkId} value={message.networkId} />],
    [facts.networkStatus, message.networkStatus],
  ]
  return (
    <dl className={classes.facts}>
      {rows
        .filter(([, value]) => value !== false && value !== null)
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

function Id({ label, value }: { readonly label: string; readonly value: string }) {
  const { copy } = useTexts(messagesTexts)
  return (
    <Group gap={4} wrap="nowrap" component="span" style={{ display: 'inline-flex' }}>
      <span>{value}</span>
      <CopyButton value={value} label={copy({ what: label })} />
    </Group>
  )
}

/** What the client gave with the message, as JSON. */
function Metadata({ value }: { readonly value: object }) {
  return (
    <Text component="code" size="xs" ff="monospace" dir="ltr" display="block" className={classes.metadata}>
      {JSON.stringify(value, null, 2)}
    </Text>
  )
}

/** Links to all messages with the same value. */
function SameIn({ field, value }: { readonly field: 'bulkId' | 'reference'; readonly value: string }) {
  return (
    <Anchor component={Link} to="/messages" search={{ [field]: toTerm(value) } as never} size="sm">
      {value}
    </Anchor>
  )
}
