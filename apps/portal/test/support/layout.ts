// Both functions run in the page, so each contains all that it needs.

/** What sticks out of the window, or out of its own box where that neither scrolls nor cuts; badges that are cut. */
export function findOverflow(): string[] {
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`)
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
    const { display, overflowX } = getComputedStyle(element)
    if (!hasText || display === 'inline' || overflowX !== 'visible') continue
    const { clientWidth, scrollWidth: needed } = element
    if (clientWidth > 0 && needed > clientWidth + 1)
      found.push(`"${element.textContent?.slice(0, 40)}" needs ${needed} px and has ${clientWidth}`)
  }
  for (const label of document.querySelectorAll<HTMLElement>('main .mantine-Badge-label'))
    if (label.scrollWidth > label.clientWidth) found.push(`the badge "${label.textContent}" is cut`)
  return found
}

/** Texts of a dozen letters or more that are broken into lines of fewer than a dozen. */
export function findNarrowText(): string[] {
  const LETTERS = 12
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : '')).join('')
    if (text.trim().length < LETTERS) continue
    let box = element
    while (getComputedStyle(box).display === 'inline' && box.parentElement !== null) box = box.parentElement
    const { width, height } = box.getBoundingClientRect()
    // Only for screen readers, or in a part that is folded away.
    if (width <= 1 || height <= 1) continue
    const fontSize = Number.parseFloat(getComputedStyle(element).fontSize)
    const isOneLine = height < 2 * fontSize
    if (!isOneLine && width < (LETTERS * fontSize) / 2)
      found.push(`"${text.trim().slice(0, 40)}" has ${Math.round(width)} px`)
  }
  return found
}
