import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { toProblem } from '../api/problem.ts'
import { shellTexts } from '../texts/shell.ts'

/** Long enough to read it and to reach for "undo". */
const UNDO_MS = 10_000

/** Notes are outside the components, and so is the button that closes them: its label uses the language of the page. */
function show(note: NotificationData): void {
  const { close } = shellTexts[document.documentElement.lang.startsWith('fr') ? 'fr' : 'en']
  notifications.show({ ...note, closeButtonProps: { 'aria-label': close } })
}

/** Reports that something was done. */
export function notifyDone(message: string): void {
  show({ message, color: 'green' })
}

/** Reports that something failed, with the API's explanation. */
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
  /** Undoes it. A rejection is shown. */
  readonly undo: () => Promise<unknown>
}

/** Reports that something was done, with a button that undoes it: instead of "are you sure?". */
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
