import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What the browser says that its user prefers. */
export type Theme = 'light' | 'dark'

/** The rules that depend on colours. Everything else is the same in both themes, and found in the first one. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Throws when axe finds something serious or critical on the page, in either theme. */
export async function assertAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  if (themes.length === 0) return
  await page.evaluate(axe.source)
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    const found = await findProblems(page, index === 0 ? undefined : OF_COLOURS)
    if (found.length > 0) throw new Error(`axe, ${colorScheme}, ${page.url()}:\n${found.join('\n')}`)
  }
}

/** By all rules unless some are given. */
async function findProblems(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(async (only) => {
    // Skeletons and pages that are fading in do not have their final colours yet.
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      // Only rules that are off would look into style sheets that it loads once more.
      preload: false,
      ...(only !== undefined && { runOnly: { type: 'rule', values: [...only] } }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
      )
  }, rules)
}
