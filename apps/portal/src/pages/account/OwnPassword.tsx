import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { accountTexts } from '../../texts/account.ts'
import { KeysLeft } from './KeysLeft.tsx'
import { setOwnPassword, useReloadOwnSessions } from './own-queries.ts'
import { Section } from './Section.tsx'

const SHORTEST = 10

/** Changes the user's own password. */
export function OwnPassword() {
  const { password: texts } = useTexts(accountTexts)
  const { email } = useMe()
  const reload = useReloadOwnSessions()
  const [error, setError] = useState<unknown>()
  const [keysLeft, setKeysLeft] = useState<readonly Schemas['ApiKey'][]>([])
  const form = useForm({
    initialValues: { presentPassword: '', password: '' },
    validate: { password: (value) => (value.length < SHORTEST ? texts.tooShort : null) },
  })
  const save = form.onSubmit(async ({ presentPassword, password }) => {
    setError(undefined)
    try {
      setKeysLeft((await setOwnPassword(password, presentPassword)).keys)
      form.reset()
      notifyDone(texts.done)
      await reload()
    } catch (thrown) {
      const { code } = toProblem(thrown)
      if (code === 'wrong-password') form.setErrors({ presentPassword: texts.wrong })
      else setError(thrown)
    }
  })
  return (
    <Section title={texts.title} help={texts.help}>
      <form onSubmit={save}>
        <Stack>
          <KeysLeft keys={keysLeft} onEnded={() => setKeysLeft([])} />
          {error !== undefined && <ErrorState error={error} />}
          {/* Password managers need the user name. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={texts.present}
            description={texts.presentHelp}
            name="presentPassword"
            autoComplete="current-password"
            {...form.getInputProps('presentPassword')}
          />
          <PasswordInput
            label={texts.next}
            description={texts.nextHelp}
            name="password"
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={form.submitting}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
