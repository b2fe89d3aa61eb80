import { Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Schemas } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { exchangeTexts } from '../texts/exchange.ts'
import { meaningOf } from './answer-meaning.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { ToneBadge } from './StateBadge.tsx'

export interface HttpExchangeProps {
  readonly request: Schemas['WebhookRequest']
  readonly answer: Schemas['WebhookAnswer']
}

/** A request to a client's server and the answer. What the server sent is untrusted, and only ever shown as text. */
export function HttpExchange({ request, answer }: HttpExchangeProps) {
  const texts = useTexts(exchangeTexts)
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={3}>{texts.answer}</Title>
        <HttpAnswer answer={answer} />
      </Stack>
      <Stack gap="xs">
        <Title order={3}>{texts.request}</Title>
        <HttpRequest request={request} />
      </Stack>
    </Stack>
  )
}

/** The answer of a server, and what it means. */
export function HttpAnswer({ answer }: Pick<HttpExchangeProps, 'answer'>) {
  const texts = useTexts(exchangeTexts)
  const { duration } = useFormatters()
  const { status, failure, reply, elapsedMs } = answer
  const meaning = meaningOf(answer)
  const isGood = meaning === 'success'
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <ToneBadge
          color={isGood ? 'green' : 'red'}
          Icon={isGood ? IconCheck : IconAlertTriangle}
          text={status === null ? texts.noAnswer : String(status)}
        />
        <Text size="sm" c="dimmed">
          {texts.in({ time: duration(elapsedMs) })}
        </Text>
      </Group>
      <Text size="sm">{texts.meanings[meaning]}</Text>
      {failure !== null && <Code block>{failure}</Code>}
      {status !== null &&
        (reply ? (
          <CodeBlock code={reply} label={texts.answer} />
        ) : (
          <Text size="sm" c="dimmed">
            {texts.noReply}
          </Text>
        ))}
    </Stack>
  )
}

/** A request as it is sent. */
export function HttpRequest({ request }: Pick<HttpExchangeProps, 'request'>) {
  const texts = useTexts(exchangeTexts)
  const { method, url, headers, body } = request
  return (
    <Stack gap="xs">
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {method} {url}
      </Code>
      <Stack component="dl" gap={4} m={0} aria-label={texts.headers}>
        {Object.entries(headers).map(([name, value]) => (
          <Group key={name} gap="xs" align="baseline" style={{ rowGap: 0 }}>
            <Text component="dt" size="sm" c="dimmed" miw="11rem">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Group>
        ))}
      </Stack>
      {body === '' ? (
        <Text size="sm" c="dimmed">
          {texts.noBody}
        </Text>
      ) : (
        <CodeBlock code={body} label={texts.request} />
      )}
    </Stack>
  )
}
