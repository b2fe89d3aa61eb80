import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

/** The keys that work on every page, and those of the inbox. */
export default function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(shellTexts)
  const { Ctrl, Shift, Enter, Esc } = texts.keys
  const rows = [
    { keys: [Ctrl, 'K'], text: texts.shortcutSearch },
    { keys: ['/'], text: texts.shortcutSearch },
    { keys: ['N'], text: texts.shortcutSend },
    { keys: ['?'], text: texts.shortcutHelp },
    { keys: ['J'], text: texts.shortcutNext },
    { keys: ['K'], text: texts.shortcutPrevious },
    { keys: ['U'], text: texts.shortcutNextUnread },
    { keys: ['R'], text: texts.shortcutReply },
    { keys: [Ctrl, Enter], text: texts.shortcutSendReply },
    { keys: [Ctrl, Shift, Enter], text: texts.shortcutSendAndNext },
    { keys: [Esc], text: texts.shortcutLeave },
    { keys: ['A'], text: texts.shortcutAssign },
    { keys: ['D'], text: texts.shortcutDone },
    { keys: ['S'], text: texts.shortcutSnooze },
    { keys: ['I'], text: texts.shortcutNote },
  ]
  return (
    <Modal opened onClose={onClose} title={texts.shortcuts} closeButtonProps={{ 'aria-label': texts.close }}>
      <Stack gap="sm">
        {rows.map(({ keys, text }) => (
          <Group key={keys.join()} justify="space-between" wrap="nowrap">
            <Text size="sm">{text}</Text>
            <Group gap={4} wrap="nowrap" dir="ltr">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  )
}
