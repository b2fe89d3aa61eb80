import { PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { wasGivenUp } from '../../session/passkeys.ts'
import { accountTexts } from '../../texts/account.ts'
import { passkeyTexts } from '../../texts/passkeys.ts'

export interface PasskeyValues {
  readonly name: string
  readonly presentPassword: string
}

export interface PasskeyFormProps {
  /** What the button says that submits it. */
  readonly submit: string
  /** The name to begin with; absent: none is asked for. */
  readonly name?: string
  /** A sentence about what is to come. */
  readonly help?: string
  /** Does it. What it throws is shown. */
  readonly act: (values: PasskeyValues) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password, and for a name where one is needed, before a passkey changes. */
export function PasskeyForm({ submit, name, help, act, onCancel }: PasskeyFormProps) {
  const texts = useTexts(passkeyTexts)
  const { password: passwordTexts } = useTexts(accountTexts)
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { name: name ?? '', presentPassword: '' } })
  const save = form.onSubmit(async (values) => {
    setError(undefined)
    try {
      await act(values)
    } catch (thrown) {
      if (toProblem(thrown).code === 'wrong-password') form.setErrors({ presentPassword: passwordTexts.wrong })
      else setError(thrown)
    }
  })
  return (
    <form onSubmit={save}>
      <Stack>
        {error !== undefined && <PasskeyProblem error={error} />}
        {help !== undefined && <Text size="sm">{help}</Text>}
        {name !== undefined && (
          <TextInput
            label={texts.name}
            description={texts.nameHelp}
            name="name"
            required
            maxLength={60}
            {...form.getInputProps('name')}
          />
        )}
        <PasswordInput
          label={passwordTexts.present}
          description={passwordTexts.presentHelp}
          name="presentPassword"
          autoComplete="current-password"
          {...form.getInputProps('presentPassword')}
        />
        <DialogButtons cancel={texts.cancel} submit={submit} isBusy={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function PasskeyProblem({ error }: { readonly error: unknown }) {
  const texts = useTexts(passkeyTexts)
  if (!wasGivenUp(error) && !isOnDevice(error)) return <ErrorState error={error} />
  return (
    <Text size="sm" role="alert">
      {isOnDevice(error) ? texts.onDevice : texts.givenUp}
    </Text>
  )
}

/** Whether the device has a passkey of this user already. */
function isOnDevice(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'InvalidStateError'
}
