import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'
import { CodeInput } from './CodeInput.tsx'
import { removeSecondFactor } from './own-queries.ts'

export interface RemoveSecondFactorProps {
  readonly onDone: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a code, then removes the second factor. */
export function RemoveSecondFactor({ onDone, onCancel }: RemoveSecondFactorProps) {
  const { factor: texts } = useTexts(accountTexts)
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { code: '' } })
  const remove = form.onSubmit(async ({ code }) => {
    setError(undefined)
    try {
      await removeSecondFactor(code)
      await onDone()
    } catch (thrown) {
      if (toProblem(thrown).code === 'wrong-code') form.setErrors({ code: texts.wrongCode })
      else setError(thrown)
    }
  })
  return (
    <form onSubmit={remove}>
      <Stack>
        {error !== undefined && <ErrorState error={error} />}
        <CodeInput {...form.getInputProps('code')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" color="red" loading={form.submitting}>
            {texts.remove}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
