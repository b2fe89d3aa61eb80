import { Button, Center, Paper, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sessionQuery } from '../../session/session.ts'
import { logInTexts } from '../../texts/log-in.ts'

/** Log-in by e-mail and password. */
export function LogInPage() {
  const texts = useTexts(logInTexts)
  const { to } = useSearch({ from: '/log-in' })
  const router = useRouter()
  const queryClient = useQueryClient()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const logIn = form.onSubmit(async (body) => {
    setError(undefined)
    try {
      await api.POST('/log-in', { body })
      await queryClient.resetQueries({ queryKey: sessionQuery.queryKey })
      router.history.push(to?.startsWith('/') ? `/portal${to}` : '/portal/')
    } catch (problem) {
      setError(problem)
    }
  })
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper w="100%" maw="24rem" shadow="xs">
        <PageHeader title={texts.title} />
        <form onSubmit={logIn}>
          <Stack>
            {error !== undefined && <ErrorState error={error} />}
            <TextInput
              label={texts.email}
              name="email"
              type="email"
              autoComplete="username"
              required
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={texts.password}
              name="password"
              autoComplete="current-password"
              required
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={form.submitting} fullWidth>
              {texts.logIn}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
