import { Modal, Radio, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendingTexts } from '../../texts/sending.ts'

const DECISIONS = ['sent', 'failed', 'resend'] as const
type Decision = (typeof DECISIONS)[number]

interface DecideOutcomeProps {
  readonly count: Schemas['UnknownCount']
  readonly title: string
  onClose(): void
}

/** Asks what became of the messages of a client and route. It cannot be undone, so each choice says what it does. */
export function DecideOutcome({ count: { clientId, route, messages }, title, onClose }: DecideOutcomeProps) {
  const texts = useTexts(sendingTexts)
  const { number } = useFormatters()
  const queryClient = useQueryClient()
  const [decision, setDecision] = useState<Decision>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function decide(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (decision === undefined) return
    setBusy(true)
    setError(undefined)
    try {
      const decided = await decideAll({ clientId, route, decision })
      notifyDone(texts.decided(number(decided)))
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: ['get', '/operator/unknown'] })
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.cancel }}>
      <form onSubmit={(event) => void decide(event)}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          <Text size="sm">{texts.messages(number(messages))}</Text>
          <Radio.Group value={decision ?? ''} onChange={(value) => setDecision(value as Decision)}>
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

/** A request decides about a thousand at most. */
async function decideAll(body: { clientId: number; route: string; decision: Decision }): Promise<number> {
  let decided = 0
  for (;;) {
    const { data } = await api.POST('/operator/unknown/decide', { body })
    const messages = data?.messages ?? 0
    if (messages === 0) return decided
    decided += messages
  }
}
