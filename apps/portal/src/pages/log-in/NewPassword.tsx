import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { useTexts } from '../../language/define-texts.ts'
import { goFromLogIn } from '../../session/log-in-page.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { CodeField } from './CodeField.tsx'
import { LogInFrame } from './LogInFrame.tsx'
import { LogInProblem } from './LogInProblem.tsx'
import { pageOf } from './log-in-pages.ts'
import { setPasswordByLink } from './queries.ts'
import { takeToken } from './take-token.ts'

/** Sets a password by the link that was mailed or passed on, and logs in. */
export function NewPassword() {
  const texts = useTexts(logInTexts)
  const [token] = useState(takeToken)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const [error, setError] = useState<unknown>()

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    setError(undefined)
    setTrying(true)
    try {
      const more = code.trim() === '' ? {} : { code }
      await setPasswordByLink({ token, password, ...more })
      goFromLogIn()
    } catch (problem) {
      if (toProblem(problem).code === 'second-factor-needed') setNeedsCode(true)
      else setError(problem)
      setCode('')
      setTrying(false)
    }
  }

  return (
    <LogInFrame title={texts.newPassword.title}>
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          {error !== undefined && <LogInProblem error={error} isOfPasswordLink />}
          <Text size="sm">{texts.newPassword.help}</Text>
          <PasswordInput
            label={texts.newPassword.label}
            description={texts.newPassword.rule}
            name="password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            minLength={10}
            maxLength={1_024}
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          {needsCode && <CodeField value={code} onChange={setCode} />}
          <Button type="submit" loading={isTrying} fullWidth>
            {texts.newPassword.save}
          </Button>
          <Anchor href={pageOf('log-in')} size="sm">
            {texts.otherWay}
          </Anchor>
        </Stack>
      </form>
    </LogInFrame>
  )
}
