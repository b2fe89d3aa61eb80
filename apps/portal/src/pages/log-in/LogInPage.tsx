import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { useTexts } from '../../language/define-texts.ts'
import { goFromLogIn, hasSessionEnded } from '../../session/log-in-page.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { CodeField } from './CodeField.tsx'
import { LogInFrame } from './LogInFrame.tsx'
import { LogInProblem } from './LogInProblem.tsx'
import { pageOf } from './log-in-pages.ts'
import { OtherWays } from './OtherWays.tsx'
import { takeProviderReturn } from './provider-return.ts'
import { logInByLink, logInByPassword, logInByProvider } from './queries.ts'
import { takeToken } from './take-token.ts'

const NOTHING = { email: '', password: '', code: '' }

/** Errors after which another code may do. */
const ASKS_AGAIN: ReadonlySet<string> = new Set(['second-factor-needed', 'wrong-code', 'locked'])

/**
 * Login by e-mail and password, by the one-time link whose token follows the `#`, or by an identity provider; then by
 * the code of an app, if the user has one. Or by a passkey, which needs nothing else.
 */
export function LogInPage() {
  const texts = useTexts(logInTexts)
  const [values, setValues] = useState(NOTHING)
  const [token, setToken] = useState(takeToken)
  const [returned, setReturned] = useState(takeProviderReturn)
  const [needsCode, setNeedsCode] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const [error, setError] = useState<unknown>()

  async function logIn(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    setError(undefined)
    setTrying(true)
    const { email, password, code } = values
    const more = code.trim() === '' ? {} : { code }
    try {
      if (returned !== '') await logInByProvider({ query: returned, ...more })
      else if (token === '') await logInByPassword({ email, password, ...more })
      else await logInByLink({ token, ...more })
      goFromLogIn()
    } catch (problem) {
      const { code: what } = toProblem(problem)
      if (what === 'second-factor-needed') setNeedsCode(true)
      else setError(problem)
      if (what === 'useless-link') setToken('')
      if (!ASKS_AGAIN.has(what)) setReturned('')
      setValues({ ...values, code: '' })
      setTrying(false)
    }
  }

  const hasTried = useRef(false)
  useEffect(() => {
    if ((token === '' && returned === '') || hasTried.current) return
    hasTried.current = true
    void logIn()
  })

  const field = (name: keyof typeof NOTHING) => ({
    name,
    value: values[name],
    required: true,
    withAsterisk: false,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setValues({ ...values, [name]: currentTarget.value }),
  })

  return (
    <LogInFrame title={texts.title}>
      <form onSubmit={(event) => void logIn(event)}>
        <Stack>
          {hasSessionEnded() && <Alert color="blue">{texts.ended}</Alert>}
          {error !== undefined && <LogInProblem error={error} />}
          {token !== '' && <Text size="sm">{texts.byLink}</Text>}
          {token === '' && returned === '' && !needsCode && (
            <>
              <TextInput label={texts.email} type="email" autoComplete="username" {...field('email')} />
              <PasswordInput label={texts.password} autoComplete="current-password" {...field('password')} />
            </>
          )}
          {needsCode && <CodeField value={values.code} onChange={(code) => setValues({ ...values, code })} />}
          <Button type="submit" loading={isTrying} fullWidth>
            {texts.logIn}
          </Button>
          {token === '' && returned === '' && !needsCode && (
            <>
              <Anchor href={pageOf('forgotten')} size="sm">
                {texts.forgotten.title}
              </Anchor>
              <OtherWays onProblem={setError} />
            </>
          )}
          {(needsCode || token !== '') && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                setToken('')
                setReturned('')
                setNeedsCode(false)
                setError(undefined)
              }}
            >
              {texts.otherWay}
            </Anchor>
          )}
        </Stack>
      </form>
    </LogInFrame>
  )
}
