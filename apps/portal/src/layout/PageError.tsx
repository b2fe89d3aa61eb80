import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { toProblem } from '../api/problem.ts'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

/** Shown instead of a page that failed to render. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const texts = useTexts(shellTexts)
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Alert color="red" title={texts.brokenTitle} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{texts.brokenText}</Text>
        <Code block>{toProblem(error).message}</Code>
        <Button variant="default" onClick={again}>
          {texts.retry}
        </Button>
      </Stack>
    </Alert>
  )
}
