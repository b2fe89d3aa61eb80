import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { logInTexts } from '../../texts/log-in.ts'

export interface LogInProblemProps {
  readonly error: unknown
  /** The link was one to set a password by, which lasts longer than one to log in by. */
  readonly isOfPasswordLink?: boolean
}

/** Why a login failed, and what to do next. */
export function LogInProblem({ error, isOfPasswordLink = false }: LogInProblemProps) {
  const texts = useTexts(logInTexts)
  const { code, retryAfter } = toProblem(error)
  const words: Readonly<Record<string, string>> = texts.problems
  const own = isOfPasswordLink && code === 'useless-link' ? texts.newPassword.useless : words[code]
  const text = code === 'locked' ? texts.locked({ seconds: retryAfter ?? 60 }) : own
  if (text === undefined) return <ErrorState error={error} />
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {text}
    </Alert>
  )
}
