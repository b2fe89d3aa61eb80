import { Button, Code, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'
import { CodeInput } from './CodeInput.tsx'
import { confirmSecondFactor, draftSecondFactor } from './own-queries.ts'
import { QrCode } from './QrCode.tsx'

export interface EnrolSecondFactorProps {
  /** Called with the recovery codes. */
  readonly onDone: (recoveryCodes: readonly string[]) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password, then shows the QR code and asks for a first code. */
export function EnrolSecondFactor({ onDone, onCancel }: EnrolSecondFactorProps) {
  const { factor: texts, password: passwordTexts } = useTexts(accountTexts)
  const [draft, setDraft] = useState<Schemas['SecondFactorDraft']>()
  const [error, setError] = useState<unknown>()
  const form = useForm({ initialValues: { presentPassword: '', code: '' } })

  const next = form.onSubmit(async ({ presentPassword, code }) => {
    setError(undefined)
    try {
      if (draft === undefined) setDraft(await draftSecondFactor(presentPassword))
      else await onDone((await confirmSecondFactor(code)).recoveryCodes)
    } catch (thrown) {
      const { code: what } = toProblem(thrown)
      if (what === 'wrong-password') form.setErrors({ presentPassword: passwordTexts.wrong })
      else if (what === 'wrong-code') form.setErrors({ code: texts.wrongCode })
      else setError(thrown)
    }
  })

  return (
    <form onSubmit={next}>
      <Stack>
        {error !== undefined && <ErrorState error={error} />}
        {draft === undefined ? (
          <PasswordInput
            label={passwordTexts.present}
            description={passwordTexts.presentHelp}
            name="presentPassword"
            autoComplete="current-password"
            {...form.getInputProps('presentPassword')}
          />
        ) : (
          <>
            <Text size="sm">{texts.scan}</Text>
            <QrCode text={draft.uri} label={texts.qrCode} />
            <Text size="sm">
              {texts.orType}{' '}
              <Code style={{ overflowWrap: 'anywhere' }} data-testid="factor-secret">
                {draft.secret}
              </Code>
            </Text>
            <CodeInput {...form.getInputProps('code')} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={form.submitting}>
            {draft === undefined ? texts.next : texts.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
