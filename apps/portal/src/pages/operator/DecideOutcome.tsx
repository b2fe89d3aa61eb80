import { Modal, Radio, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendingTexts } from '../../texts/sending.ts'
import { type Decision, decideAll, useReloadUnknown } from './queries.ts'

const DECISIONS = ['sent', 'failed', 'resend'] as const satisfies readonly Decision['decision'][]

interface DecideOutcomeProps {
  readonly count: Schemas['UnknownCount']
  readonly title: string
  onClose(): void
}

/** Asks what became of the messages of a client and route. It cannot be undone, so each choice says what it does. */
export function DecideOutcome({ count: { clientId, route, messages }, title, onClose }: DecideOutcomeProps) {
  const texts = useTexts(sendingTexts)
  const { number } = useFormatters()
  const reload = useReloadUnknown()
  const [decision, setDecision] = useState<Decision['decision']>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function decide(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (decision === undefined) return
    setBusy(true)
    setError(undefined)
    try {
      const decided = await decideAll({ clientId, route, decision })
      notifyDone(texts.decided({ count: number(decided) }))
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
      await reload()
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.cancel }}>
      <form onSubmit={(event) => void decide(event)}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          <Text size="sm">{texts.messages({ count: number(messages) })}</Text>
          <Radio.Group
            value={decision ?? ''}
            onChange={(value) => setDecision(DECISIONS.find((each) => each === value))}
          >
            <Stack gap="sm">
              {DECISIONS.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={texts.decisions[each]}
                  description={texts.meanings[each]}
                  required
                />
              ))}
            </Stack>
          </Radio.Group>
          <DialogButtons cancel={texts.cancel} submit={texts.decide} isBusy={isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
