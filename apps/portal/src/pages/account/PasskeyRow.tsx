import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { passkeyTexts } from '../../texts/passkeys.ts'
import { removePasskey, renamePasskey } from './own-queries.ts'
import { PasskeyForm } from './PasskeyForm.tsx'

export interface PasskeyRowProps {
  readonly passkey: Schemas['Passkey']
  /** Called with what to tell the user. */
  readonly onChange: (done: string) => Promise<void>
}

/** A passkey of the user, with buttons to rename and to remove it. */
export function PasskeyRow({ passkey: { passkeyId, name, createdAt, lastUsedAt }, onChange }: PasskeyRowProps) {
  const texts = useTexts(passkeyTexts)
  const [step, setStep] = useState<'shown' | 'renaming' | 'removing'>('shown')
  const close = () => setStep('shown')

  async function rename(next: string, presentPassword: string): Promise<void> {
    await renamePasskey(passkeyId, next, presentPassword)
    close()
    await onChange(texts.renamed)
  }

  async function remove(presentPassword: string): Promise<void> {
    await removePasskey(passkeyId, presentPassword)
    await onChange(texts.removed)
  }

  return (
    <Stack component="li" gap="sm" aria-label={name}>
      <Group justify="space-between" gap="md">
        <Stack gap={2} miw={0}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.created} <TimeText moment={createdAt} /> · {lastUsedAt === null ? texts.neverUsed : texts.lastUsed}{' '}
            {lastUsedAt !== null && <TimeText moment={lastUsedAt} />}
          </Text>
        </Stack>
        {step === 'shown' && (
          <Group gap="xs">
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setStep('renaming')}
              aria-label={texts.renameOf({ name })}
            >
              {texts.rename}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => setStep('removing')}
              aria-label={texts.removeOf({ name })}
            >
              {texts.remove}
            </Button>
          </Group>
        )}
      </Group>
      {step === 'renaming' && (
        <PasskeyForm
          submit={texts.save}
          name={name}
          act={(values) => rename(values.name, values.presentPassword)}
          onCancel={close}
        />
      )}
      {step === 'removing' && (
        <PasskeyForm
          submit={texts.remove}
          help={texts.removeHelp}
          act={({ presentPassword }) => remove(presentPassword)}
          onCancel={close}
        />
      )}
    </Stack>
  )
}
