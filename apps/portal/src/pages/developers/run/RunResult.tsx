import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { ToneBadge } from '../../../components/StateBadge.tsx'
import { useTexts } from '../../../language/define-texts.ts'
import { useFormatters } from '../../../language/language.tsx'
import { runTexts } from '../../../texts/run-requests.ts'

/** What came of a request; `path` and `header`: these cannot be sent. */
export type RunAnswer =
  | { readonly kind: 'path' | 'header' | 'failed' }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: readonly (readonly [string, string])[]
      readonly body: string
      readonly elapsedMs: number
    }

/** The answer to a request that was run. It is only ever shown as text. */
export function RunResult({ answer }: { readonly answer: RunAnswer }) {
  const texts = useTexts(runTexts)
  const { duration } = useFormatters()
  if (answer.kind !== 'answered')
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
        {texts.problems[answer.kind]}
      </Alert>
    )
  const { status, headers, body, elapsedMs } = answer
  const isGood = status >= 200 && status < 300
  return (
    <Stack component="section" aria-labelledby="run-answer" gap="xs">
      <Group gap="xs">
        <Title order={4} id="run-answer">
          {texts.answer}
        </Title>
        <ToneBadge
          color={isGood ? 'green' : 'red'}
          Icon={isGood ? IconCheck : IconAlertTriangle}
          text={String(status)}
        />
        <Text size="sm" c="dimmed">
          {duration(elapsedMs)}
        </Text>
      </Group>
      <CodeBlock code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} label={texts.answerHeaders} />
      <CodeBlock code={readable(body)} label={texts.answerBody} />
    </Stack>
  )
}

/** JSON with line breaks, all else as it came. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
