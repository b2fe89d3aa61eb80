import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What the browser says that its user prefers. */
export type Theme = 'light' | 'dark'

/** The impacts of findings that count. */
const GRAVE = ['serious', 'critical']

/** What axe knows of its rules and does not say in its types. A finding has the impact of its rule. */
interface Rule {
  readonly id: string
  readonly impact: string
  readonly tags: readonly string[]
  readonly enabled: boolean
}

/** The rules of axe that find something that counts: the others, one of which looks at every element, take longer. */
const RULES = (axe as unknown as { readonly _audit: { readonly rules: readonly Rule[] } })._audit.rules
  .filter(({ impact, enabled }) => enabled && GRAVE.includes(impact))
  .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
  .map(({ id }) => id)

/** The rules that depend on colours. Everything else is the same in both themes, and found in the first one. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Throws when axe finds something serious or critical on the page, in either theme. */
export async function assertAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  if (themes.length === 0) return
  // Once for each document.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
    const found = await findProblems(page, index === 0 ? RULES : OF_COLOURS)
    if (found.length > 0) throw new Error(`axe, ${colorScheme}, ${page.url()}:\n${found.join('\n')}`)
  }
}

async function findProblems(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    async ({ only, grave }) => {
      // Skeletons and pages that are fading in do not have their final colours yet.
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        // Only rules that are off would look into style sheets that it loads once more.
        preload: false,
        runOnly: { type: 'rule', values: [...only] },
      })
      return violations
        .filter(({ impact }) => impact != null && grave.includes(impact))
        .flatMap(({ id, help, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
        )
    },
    { only: rules, grave: GRAVE },
  )
}
