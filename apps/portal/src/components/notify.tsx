import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { type Problem, toProblem } from '../api/problem.ts'
import type { ShownLanguage } from '../language/language.tsx'
import { isLanguage } from '../language/languages.ts'
import { problemTexts } from '../texts/problems.ts'
import { shellTexts } from '../texts/shell.ts'
import { loadAllTexts } from '../texts/translations.ts'

/** Long enough to read it and to reach for "undo". */
const UNDO_MS = 10_000

/** Notes are outside the components: what they say by themselves is in the language of the page. */
async function languageOfPage(): Promise<ShownLanguage> {
  const { lang } = document.documentElement
  const language = isLanguage(lang) ? lang : 'en'
  // The page has loaded them already.
  return { language, translation: await loadAllTexts(language) }
}

async function show(note: NotificationData): Promise<void> {
  const { close } = shellTexts.in(await languageOfPage())
  notifications.show({ ...note, closeButtonProps: { 'aria-label': close } })
}

/** Reports that something was done. */
export function notifyDone(message: string): void {
  void show({ message, color: 'green' })
}

/** Reports what a page of a plugin (`title`) says. */
export function notifyFrom(title: string, message: string, isProblem: boolean): void {
  void show({ title, message, color: isProblem ? 'red' : 'green' })
}

/** Reports that an alert has begun, which stays until it is closed, or ended. */
export function notifyAlert(message: string, hasEnded: boolean): void {
  show({ message, color: hasEnded ? 'green' : 'red', autoClose: hasEnded && UNDO_MS })
}

/** Reports that something failed, and what that means. */
export function notifyProblem(error: unknown, title?: string): void {
  void sentenceOf(toProblem(error)).then((sentence) => notifySentence(sentence, toProblem(error), title))
}

function notifySentence(sentence: string, { details, names }: Problem, title: string | undefined): void {
  const lines = [sentence, ...Object.entries(details).map(([field, text]) => `${names[field] ?? field} ${text}`)]
  void show({
    title,
    message: lines.join('\n'),
    color: 'red',
    autoClose: UNDO_MS,
    styles: { description: { whiteSpace: 'pre-line' } },
  })
}

/** By its code; by its category while what the codes mean cannot be loaded; the API's own words for neither. */
async function sentenceOf({ category, code, message }: Problem): Promise<string> {
  const loading = category === 'offline' ? undefined : import('../texts/problem-codes.ts')
  const codes = await loading?.catch(() => undefined)
  const shown = await languageOfPage()
  const byCode: Readonly<Record<string, string>> = codes === undefined ? {} : codes.problemCodeTexts.in(shown)
  const byCategory: Readonly<Record<string, string>> = problemTexts.in(shown)
  return byCode[code] ?? byCategory[category] ?? message
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
  void show({
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
