import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { logInTexts } from '../../texts/log-in.ts'

/** Why a log-in failed, and what to do next. */
export function LogInProblem({ error }: { readonly error: unknown }) {
  const texts = useTexts(logInTexts)
  const { code, retryAfter } = toProblem(error)
  const words: Readonly<Record<string, string>> = texts.problems
  const text = code === 'locked' ? texts.locked(retryAfter ?? 60) : words[code]
  if (text === undefined) return <ErrorState error={error} />
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {text}
    </Alert>
  )
}
