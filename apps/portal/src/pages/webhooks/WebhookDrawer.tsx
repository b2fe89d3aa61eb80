import { Anchor, Button, Drawer, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { Schemas } from '../../api/client.ts'
import { HttpAnswer, HttpRequest } from '../../components/HttpExchange.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { exchangeTexts } from '../../texts/exchange.ts'
import { shellTexts } from '../../texts/shell.ts'
import { webhookTexts } from '../../texts/webhooks.ts'
import { useResend, useWebhook } from './queries.ts'
import { WebhookBadge } from './WebhookBadge.tsx'
import type { WebhookSearch } from './webhook-search.ts'

/** All details of one webhook, beside the log. It follows further attempts. */
export function WebhookDrawer({ webhookId }: { readonly webhookId: number }) {
  const texts = useTexts(webhookTexts)
  const { close } = useTexts(shellTexts)
  const navigate = useNavigate({ from: '/webhooks' })
  const query = useWebhook(webhookId)
  return (
    <Drawer
      opened
      onClose={() => void navigate({ search: (now: WebhookSearch) => ({ ...now, webhook: undefined }) })}
      title={texts.details({ id: webhookId })}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': close }}
    >
      <Loaded query={query} rows={6} laterProblem="above">
        {(webhook) => <Details webhook={webhook} />}
      </Loaded>
    </Drawer>
  )
}

function Details({ webhook }: { readonly webhook: Schemas['WebhookDetails'] }) {
  const texts = useTexts(webhookTexts)
  const { request: requestText } = useTexts(exchangeTexts)
  const { role } = useMe()
  const resend = useResend()
  const { webhookId, state, kind, createdAt, request, log } = webhook
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="sm">
          <WebhookBadge state={state} />
          <Text fw={500}>{texts.kinds[kind]}</Text>
        </Group>
        {role !== 'user' && (
          <Button
            variant="default"
            loading={resend.isPending}
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => resend.mutate({ webhookIds: [webhookId] })}
          >
            {texts.resend}
          </Button>
        )}
      </Group>
      <Text size="sm">
        {texts.tellsOf} <Subjects {...webhook} /> · {texts.createdAt} <TimeText moment={createdAt} />
      </Text>
      <Stack gap="sm">
        {log.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.noAttempts}
          </Text>
        )}
        {[...log].reverse().map((attempt) => (
          <Paper key={attempt.attempt} p="md">
            <Group justify="space-between" mb="xs">
              <Title order={3}>{texts.attempt({ number: attempt.attempt })}</Title>
              <Text size="sm" c="dimmed">
                <TimeText moment={attempt.at} />
              </Text>
            </Group>
            <HttpAnswer answer={attempt} />
          </Paper>
        ))}
      </Stack>
      <Stack gap="xs">
        <Title order={3}>{requestText}</Title>
        {request === null ? <Text size="sm">{texts.noRequest}</Text> : <HttpRequest request={request} />}
      </Stack>
    </Stack>
  )
}

/** What a webhook reports: several messages, where one request has their receipts. */
function Subjects({ kind, subjectIds }: Pick<Schemas['WebhookDetails'], 'kind' | 'subjectIds'>) {
  return subjectIds.map((subjectId, index) => (
    <Fragment key={subjectId}>
      {index > 0 && ', '}
      <Subject kind={kind} subjectId={subjectId} />
    </Fragment>
  ))
}

/** The message that a receipt is about can be opened on the page of messages. */
function Subject({ kind, subjectId }: Pick<Schemas['Webhook'], 'kind' | 'subjectId'>) {
  const texts = useTexts(webhookTexts)
  if (kind !== 'dlr') return <>{texts.incoming({ id: subjectId })}</>
  return (
    <Anchor
      underline="always"
      renderRoot={(props) => <Link to="/messages/$smsId" params={{ smsId: String(subjectId) }} {...props} />}
    >
      {texts.message({ id: subjectId })}
    </Anchor>
  )
}
