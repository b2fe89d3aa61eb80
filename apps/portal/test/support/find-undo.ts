import type { Locator, Page } from 'playwright-core'

/**
 * The button of the note that offers to undo what was just done. The pointer is on it, as a user's who means to press
 * it: the note would close after a while, but not under a pointer, however long the rest of the test takes.
 */
export async function findUndo(page: Page): Promise<Locator> {
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  return undo
}
