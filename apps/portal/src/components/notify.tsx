import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { toProblem } from '../api/problem.ts'
import { shellTexts } from '../texts/shell.ts'

/** Long enough to read it and to reach for "undo". */
const UNDO_MS = 10_000

/** Notes stand outside of the components, and with them the button that closes them: its words go by the language of the page. */
function show(note: NotificationData): void {
  const { close } = shellTexts[document.documentElement.lang.startsWith('fr') ? 'fr' : 'en']
  notifications.show({ ...note, closeButtonProps: { 'aria-label': close } })
}

/** Says that something was done. */
export function notifyDone(message: string): void {
  show({ message, color: 'green' })
}

/** Says that something did not work, with what the API told of it. */
export function notifyProblem(error: unknown, title?: string): void {
  const { message, details } = toProblem(error)
  const lines = [message, ...Object.entries(details).map(([field, text]) => `${field}: ${text}`)]
  show({
    title,
    message: lines.join('\n'),
    color: 'red',
    autoClose: UNDO_MS,
    styles: { description: { whiteSpace: 'pre-line' } },
  })
}

export interface UndoableNote {
  /** What was done, in the past tense. */
  readonly message: string
  /** The word on the button: `Undo` in the viewer's language. */
  readonly undoLabel: string
  /** Takes it back. A rejection is shown. */
  readonly undo: () => Promise<unknown>
}

/** Says that something was done, with a button that takes it back: in place of "are you sure?". */
export function notifyUndoable({ message, undoLabel, undo }: UndoableNote): void {
  const id = `undo-${crypto.randomUUID?.() ?? Math.random()}`
  const run = () => {
    notifications.hide(id)
    undo().catch((error: unknown) => notifyProblem(error))
  }
  show({
    id,
    color: 'gray',
    autoClose: UNDO_MS,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" onClick={run}>
          {undoLabel}
        </Button>
      </Group>
    ),
  })
}
