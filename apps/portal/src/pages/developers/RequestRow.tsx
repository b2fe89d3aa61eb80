import { Anchor, Badge, Code, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { requestTexts } from '../../texts/requests.ts'

/** A request: how it was answered, what was wrong with which field, and its texts when it is opened. */
export function RequestRow({ request }: { readonly request: Schemas['Request'] }) {
  const texts = useTexts(requestTexts)
  const { requestId, at, instanceId, method, path, status, error, elapsedMs } = request
  const outcome = error === null ? texts.taken : texts.refused
  return (
    <Stack component="li" gap={2}>
      <Group gap="sm">
        <Text size="sm" c="dimmed">
          <TimeText moment={at} form="time" />
        </Text>
        <Badge variant="light" color={error === null ? 'green' : 'red'}>
          {status === null ? outcome : `${outcome} · ${status}`}
        </Badge>
        <Text size="sm">{instanceId}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{`${method} ${path}`.trim()}</Code>
        <Text size="sm" c="dimmed">
          {texts.took({ ms: Math.round(elapsedMs) })}
        </Text>
        {requestId !== null && <Code aria-label={texts.id}>{requestId}</Code>}
      </Group>
      {error !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error.message} <Code>{error.code}</Code> {texts.advice[error.category]}
        </Text>
      )}
      {Object.entries(error?.fields ?? {}).map(([field, text]) => (
        <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Code>{field}</Code> {text}
        </Text>
      ))}
      <RequestDetails request={request} />
    </Stack>
  )
}

/** The texts of a request, as far as there are any. */
function RequestDetails({ request }: { readonly request: Schemas['Request'] }) {
  const texts = useTexts(requestTexts)
  const [isOpen, setOpen] = useState(false)
  const { query, body, answer } = request
  if (query === '' && body === null && answer === null) return null
  return (
    <Stack gap="xs">
      <Anchor component="button" size="sm" ta="start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.hide : texts.show}
      </Anchor>
      {isOpen && (
        <>
          {query !== '' && <CodeBlock code={query} label={texts.query} />}
          {body !== null && <CodeBlock code={body} label={texts.body} />}
          {answer !== null && <CodeBlock code={answer} label={texts.answer} />}
          {request.keyId === null ? null : (
            <Anchor component={Link} to="/developers" search={{ key: request.keyId } as never} size="sm">
              {texts.sameKey}
            </Anchor>
          )}
        </>
      )}
    </Stack>
  )
}
