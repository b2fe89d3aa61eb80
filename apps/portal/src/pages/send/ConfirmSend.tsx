import { Blockquote, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendTexts } from '../../texts/send.ts'
import { Figure } from './Figure.tsx'
import { HeldNote } from './Summary.tsx'

interface ConfirmSendProps {
  /** Of the text that is to be sent; undefined: nothing is asked. */
  readonly preview: Schemas['SendPreview'] | undefined
  /** Null: at once. */
  readonly sendAt: string | null
  readonly onSend: () => void
  readonly onClose: () => void
}

/** Asks before a text goes to many: how many, what it costs, and what the first of them gets. */
export function ConfirmSend({ preview, sendAt, onSend, onClose }: ConfirmSendProps) {
  const texts = useTexts(sendTexts)
  const { number } = useFormatters()
  const count = number(preview?.recipients ?? 0)
  return (
    <Modal
      opened={preview !== undefined}
      onClose={onClose}
      title={texts.confirm.title({ count })}
      closeButtonProps={{ 'aria-label': texts.confirm.back }}
    >
      {preview !== undefined && (
        <Stack>
          <Facts preview={preview} sendAt={sendAt} />
          <HeldNote preview={preview} />
          <FirstText preview={preview} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.confirm.back}
            </Button>
            <Button leftSection={<IconSend size={16} aria-hidden />} onClick={onSend}>
              {sendAt === null ? texts.confirm.send({ count }) : texts.confirm.schedule({ count })}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

type Shown = Pick<ConfirmSendProps, 'sendAt'> & { readonly preview: Schemas['SendPreview'] }

function Facts({ preview, sendAt }: Shown) {
  const texts = useTexts(sendTexts)
  const { number, money } = useFormatters()
  const { recipients, parts, price, balance } = preview
  return (
    <div>
      <Figure label={texts.confirm.recipients}>{number(recipients)}</Figure>
      <Figure label={texts.parts}>{number(parts)}</Figure>
      <Figure label={texts.price} isStrong>
        {money(price.amount, price.currency)}
      </Figure>
      {balance !== null && <Figure label={texts.confirm.balance}>{money(balance.amount, balance.currency)}</Figure>}
      {sendAt !== null && (
        <Figure label={texts.confirm.goesOut}>
          <TimeText moment={sendAt} />
        </Figure>
      )}
    </div>
  )
}

function FirstText({ preview }: Pick<Shown, 'preview'>) {
  const texts = useTexts(sendTexts)
  const { phone } = useFormatters()
  const [first] = preview.samples
  if (first === undefined) return null
  return (
    <div>
      <Text size="sm" c="dimmed">
        {texts.confirm.first({ who: first.name === '' ? phone(first.to) : `${first.name} (${phone(first.to)})` })}
      </Text>
      <Blockquote p="sm" mt={6} style={{ whiteSpace: 'pre-wrap' }}>
        <Text size="sm" lineClamp={8} dir="auto">
          {first.text}
        </Text>
      </Blockquote>
    </div>
  )
}
