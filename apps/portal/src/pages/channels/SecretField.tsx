import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { FieldHelp } from '../../components/FieldHelp.tsx'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { SecretOnce } from '../../components/SecretOnce.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { channelTexts } from '../../texts/channels.ts'
import { type SecretName, useReplaceSecret } from './queries.ts'

export interface SecretFieldProps {
  readonly channelId: number
  readonly secret: SecretName
  readonly name: string
  readonly state: Schemas['SecretState']
  /** How long the previous key stays valid. */
  readonly overlapHours: number
}

/** The shortest secret of one's own that the gateway takes. */
const SHORTEST = 16

/**
 * One key of a channel: whether it is set, and buttons to replace it. A new one is shown until the user leaves the
 * page.
 */
export function SecretField({ channelId, secret, name, state, overlapHours }: SecretFieldProps) {
  const { secrets: texts } = useTexts(channelTexts)
  const { label, help } = texts[secret]
  const [own, setOwn] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const replace = useReplaceSecret(channelId, secret, overlapHours)
  const made = replace.data?.made ?? null
  const isShared = secret !== 'securityKey'
  const isOwn = own !== ''

  function run(wanted: string | null | undefined) {
    replace.mutate(wanted, {
      onSuccess: () => {
        setOwn('')
        if (wanted !== undefined) notifyDone(wanted === null ? texts.removed : texts.stored)
      },
      onError: (error) => notifyProblem(error, label),
    })
  }

  function takeOwn() {
    setTooShort(own.length < SHORTEST)
    if (own.length >= SHORTEST) run(own)
  }

  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="xs">
        <TextInput
          name={name}
          label={label}
          description={<FieldHelp>{help}</FieldHelp>}
          value={isShared ? own : (made ?? '')}
          onChange={(event) => {
            setOwn(event.currentTarget.value)
            setTooShort(false)
          }}
          error={isTooShort && texts.tooShort}
          readOnly={!isShared}
          placeholder={state.isSet ? texts.hidden : isShared ? texts.custom : texts.isNotSet}
          maxLength={200}
          autoComplete="off"
          style={{ flex: 1, minWidth: '14rem' }}
        />
        {isOwn ? (
          <Button loading={replace.isPending} onClick={takeOwn}>
            {texts.set}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={replace.isPending}
            aria-label={texts.generateOf({ label })}
            onClick={() => run(undefined)}
          >
            {texts.generate}
          </Button>
        )}
        {isShared && state.isSet && !isOwn && (
          <Button variant="default" aria-label={texts.removeOf({ label })} onClick={() => run(null)}>
            {texts.remove}
          </Button>
        )}
      </Group>
      {made !== null && <SecretOnce label={label} secret={made} />}
      {state.previousUntil !== null && (
        <Text size="sm" c="dimmed">
          {texts.previousUntil} <TimeText moment={state.previousUntil} />
        </Text>
      )}
    </Stack>
  )
}
