import { Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { DialogButtons } from '../../components/DialogButtons.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendingTexts } from '../../texts/sending.ts'
import { useHold, useReloadHolds } from './queries.ts'

type Kind = Schemas['SendingHold']['kind']

const KINDS = ['deployment', 'route', 'client'] as const satisfies readonly Kind[]
const LONGEST_REASON = 200

/** The form that puts all sending, a route or a client on hold. */
export function HoldSending({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(sendingTexts)
  const reload = useReloadHolds()
  const holding = useHold()
  const [error, setError] = useState<unknown>()
  const form = useForm<{ kind: Kind; name: string; reason: string }>({
    initialValues: { kind: 'deployment', name: '', reason: '' },
  })
  const { kind } = form.values
  const hold = form.onSubmit(async ({ name, reason }) => {
    setError(undefined)
    try {
      await holding.mutateAsync({ params: { path: { kind }, query: { name: name.trim() } }, body: { reason } })
      notifyDone(
        texts.held({ what: kind === 'deployment' ? texts.kinds.deployment : texts.named[kind]({ name: name.trim() }) }),
      )
      await reload()
      onClose()
    } catch (thrown) {
      setError(thrown)
    }
  })
  return (
    <Modal opened onClose={onClose} title={texts.hold} closeButtonProps={{ 'aria-label': texts.cancel }}>
      <form onSubmit={hold}>
        <Stack>
          {error !== undefined && <ErrorState error={error} />}
          <SegmentedControl
            aria-label={texts.kind}
            data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
            {...form.getInputProps('kind')}
          />
          {kind !== 'deployment' && (
            <TextInput label={texts.names[kind]} required maxLength={100} {...form.getInputProps('name')} />
          )}
          <TextInput
            label={texts.reason}
            description={texts.reasonHelp}
            maxLength={LONGEST_REASON}
            {...form.getInputProps('reason')}
          />
          <DialogButtons cancel={texts.cancel} submit={texts.hold} isBusy={form.submitting} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
