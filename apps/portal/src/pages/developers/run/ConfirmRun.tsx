import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../../api/client.ts'
import { useTexts } from '../../../language/define-texts.ts'
import { useFormatters } from '../../../language/language.tsx'
import { runTexts } from '../../../texts/run-requests.ts'

export interface ConfirmRunProps {
  /** Of what it sends; null: that is not plain; undefined: nothing is asked. */
  readonly preview: Schemas['SendPreview'] | null | undefined
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks before a request that is not known to read only, and says what it costs. */
export function ConfirmRun({ preview, onSend, onClose }: ConfirmRunProps) {
  const texts = useTexts(runTexts)
  const { number, money } = useFormatters()
  return (
    <Modal
      opened={preview !== undefined}
      onClose={onClose}
      title={texts.sure}
      closeButtonProps={{ 'aria-label': texts.back }}
    >
      <Stack>
        <Text size="sm">
          {preview
            ? texts.cost({
                recipients: number(preview.recipients),
                parts: number(preview.parts),
                price: money(preview.price.amount, preview.price.currency),
              })
            : texts.costUnknown}
        </Text>
        {preview?.balance != null && (
          <Text size="sm" c="dimmed">
            {texts.balance({ balance: money(preview.balance.amount, preview.balance.currency) })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.back}
          </Button>
          <Button onClick={onSend}>{texts.sendNow}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
