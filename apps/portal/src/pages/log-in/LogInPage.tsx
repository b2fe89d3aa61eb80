import { Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { Logo } from '../../layout/Logo.tsx'
import { sessionQuery } from '../../session/session.ts'
import { logInTexts } from '../../texts/log-in.ts'
import { LogInProblem } from './LogInProblem.tsx'

interface Values {
  readonly email: string
  readonly password: string
  readonly code: string
}

/** Log-in by e-mail and password, or by the one-time link whose token stands behind `#`; then the code of an app, where there is one. */
export function LogInPage() {
  const texts = useTexts(logInTexts)
  const enter = useEnter()
  const [token, setToken] = useState(takeToken)
  const [needsCode, setNeedsCode] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { email: '', password: '', code: '' } })

  async function logIn({ email, password, code }: Values): Promise<void> {
    setError(undefined)
    const more = code.trim() === '' ? {} : { code }
    try {
      if (token === '') await api.POST('/log-in', { body: { email, password, ...more } })
      else await api.POST('/log-in/link', { body: { token, ...more } })
      await enter()
    } catch (problem) {
      const { code: what } = toProblem(problem)
      if (what === 'second-factor-needed') setNeedsCode(true)
      else setError(problem)
      if (what === 'useless-link') setToken('')
      form.setFieldValue('code', '')
    }
  }

  const hasTried = useRef(false)
  useEffect(() => {
    if (token === '' || hasTried.current) return
    hasTried.current = true
    void logIn(form.getValues())
  })

  return (
    <Stack component="main" mih="100dvh" p="md" gap="lg" align="center" justify="center">
      <Logo />
      <Paper w="100%" maw="24rem" shadow="xs">
        <PageHeader title={texts.title} />
        <form onSubmit={form.onSubmit(logIn)}>
          <Stack>
            {error !== undefined && <LogInProblem error={error} />}
            {token !== '' && <Text size="sm">{texts.byLink}</Text>}
            {token === '' && !needsCode && (
              <>
                <TextInput
                  label={texts.email}
                  name="email"
                  type="email"
                  autoComplete="username"
                  required
                  withAsterisk={false}
                  {...form.getInputProps('email')}
                />
                <PasswordInput
                  label={texts.password}
                  name="password"
                  autoComplete="current-password"
                  required
                  withAsterisk={false}
                  {...form.getInputProps('password')}
                />
              </>
            )}
            {needsCode && (
              <TextInput
                label={texts.code}
                description={texts.codeHelp}
                name="code"
                autoComplete="one-time-code"
                inputMode="text"
                required
                withAsterisk={false}
                data-autofocus
                autoFocus
                maxLength={50}
                {...form.getInputProps('code')}
              />
            )}
            <Button type="submit" loading={form.submitting} fullWidth>
              {texts.logIn}
            </Button>
            {(needsCode || token !== '') && (
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => {
                  setToken('')
                  setNeedsCode(false)
                  setError(undefined)
                }}
              >
                {texts.otherWay}
              </Anchor>
            )}
          </Stack>
        </form>
      </Paper>
    </Stack>
  )
}

/** Loads who is logged in and goes to the page that was wanted. */
function useEnter(): () => Promise<void> {
  const { to } = useSearch({ from: '/log-in' })
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.resetQueries({ queryKey: sessionQuery.queryKey })
    router.history.push(to?.startsWith('/') ? `/portal${to}` : '/portal/')
  }
}

/** The token of a one-time link; empty without one. It does not stay in the address bar, nor in the history. */
function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token !== '')
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return token
}
