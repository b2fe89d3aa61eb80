import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { useLanguage } from '../../language/language.tsx'
import { logInTexts } from '../../texts/log-in.ts'
import { LogInFrame } from './LogInFrame.tsx'
import { LogInProblem } from './LogInProblem.tsx'
import { pageOf } from './log-in-pages.ts'
import { requestPasswordLink } from './queries.ts'

/** Asks for a mail with a link to set a new password. */
export function ForgottenPassword() {
  const texts = useTexts(logInTexts)
  const { language } = useLanguage()
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const [error, setError] = useState<unknown>()

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    setError(undefined)
    setTrying(true)
    try {
      await requestPasswordLink(email, language)
      setSent(true)
    } catch (problem) {
      setError(problem)
    }
    setTrying(false)
  }

  return (
    <LogInFrame title={texts.forgotten.title}>
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          {error !== undefined && <LogInProblem error={error} />}
          {isSent ? (
            <Alert color="blue" role="status">
              {texts.forgotten.sent({ email: email.trim() })}
            </Alert>
          ) : (
            <>
              <Text size="sm">{texts.forgotten.help}</Text>
              <TextInput
                label={texts.email}
                type="email"
                name="email"
                autoComplete="username"
                required
                withAsterisk={false}
                maxLength={254}
                value={email}
                onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              />
              <Button type="submit" loading={isTrying} fullWidth>
                {texts.forgotten.send}
              </Button>
            </>
          )}
          <Anchor href={pageOf('log-in')} size="sm">
            {texts.otherWay}
          </Anchor>
        </Stack>
      </form>
    </LogInFrame>
  )
}
