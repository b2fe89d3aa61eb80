// These functions run in the page, so each contains all that it needs.

/** What sticks out of the window, or of its own box where that neither scrolls nor cuts; cut badges and buttons. */
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
  for (const label of document.querySelectorAll<HTMLElement>('main :is(.mantine-Badge-label, .mantine-Button-label)'))
    if (label.scrollWidth > label.clientWidth + 1) found.push(`"${label.textContent}" is cut`)
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

/** Cells of tables whose text takes more lines than are read at a glance: they need room, or are cut. */
export function findTallCells(): string[] {
  const LINES = 4
  const found: string[] = []
  for (const cell of document.querySelectorAll<HTMLElement>('main td, main th')) {
    for (const element of [cell, ...cell.querySelectorAll<HTMLElement>('*')]) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '')
      if (!hasText) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      // A text that is cut after some lines has more of them than it shows.
      const height = Math.min(range.getBoundingClientRect().height, element.clientHeight || Number.POSITIVE_INFINITY)
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
      if (height > (LINES + 0.5) * lineHeight)
        found.push(`"${element.textContent?.slice(0, 40)}" takes ${Math.round(height / lineHeight)} lines of a table`)
    }
  }
  return found
}

/** Lines below links that scroll, which end before the last of them. */
export function findShortLines(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main nav')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `the line below "${element.getAttribute('aria-label')}" ends before its links do`)
}

/** Links of the navigation that take several lines. */
export function findBrokenLinks(): string[] {
  return [...document.querySelectorAll<HTMLElement>('nav .mantine-NavLink-label')]
    .filter((label) => label.getBoundingClientRect().height > 2 * Number.parseFloat(getComputedStyle(label).fontSize))
    .map((label) => `the link "${label.textContent}" takes several lines`)
}

/** Tabs that do not stand in one line. */
export function findBrokenTabs(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main [role="tablist"]')]
    .filter((list) => new Set([...list.children].map((tab) => tab.getBoundingClientRect().top)).size > 1)
    .map((list) => `the tabs "${list.textContent}" take several lines`)
}

/** Labels written like code: only what is typed is. */
export function findCodeLabels(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main label')]
    .filter((label) => getComputedStyle(label).fontFamily.includes('monospace'))
    .map((label) => `the label "${label.textContent}" looks like code`)
}

/** Numbers and shares that are broken into lines. */
export function findBrokenNumbers(): string[] {
  const found: string[] = []
  for (const cell of document.querySelectorAll<HTMLElement>('main td')) {
    const text = cell.textContent?.trim() ?? ''
    if (!/^[\d.,\s]+%?$/.test(text)) continue
    const range = document.createRange()
    range.selectNodeContents(cell)
    const lineHeight = Number.parseFloat(getComputedStyle(cell).lineHeight)
    if (range.getBoundingClientRect().height > 1.5 * lineHeight) found.push(`the number "${text}" is broken`)
  }
  return found
}

/** Buttons that stick out of the card that they are in, unless it scrolls. */
export function findStrayButtons(): string[] {
  const found: string[] = []
  for (const button of document.querySelectorAll<HTMLElement>('main .mantine-Button-root')) {
    const { left, right, width } = button.getBoundingClientRect()
    let box = button.parentElement
    while (box !== null && getComputedStyle(box).overflowX === 'visible' && !box.matches('.mantine-Paper-root'))
      box = box.parentElement
    if (width === 0 || !box?.matches('.mantine-Paper-root')) continue
    const card = box.getBoundingClientRect()
    if (left < card.left - 1 || right > card.right + 1) found.push(`"${button.textContent}" sticks out of its card`)
  }
  return found
}

/** Labels of buttons that are lower than their letters, which are cut above or below then. */
export function findLowButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main .mantine-Button-label')]
    .filter(({ clientHeight }) => clientHeight > 0)
    .filter((label) => label.clientHeight < 1.2 * Number.parseFloat(getComputedStyle(label).fontSize))
    .map((label) => `the button "${label.textContent}" is lower than its letters`)
}

/** Beside the navigation, tables that have to be scrolled: what is done with a row would be out of sight. */
export function findWideTables(): string[] {
  const DESK_PX = 1_024
  if (innerWidth < DESK_PX) return []
  return [...document.querySelectorAll<HTMLTableElement>('main table')]
    .filter(({ parentElement }) => {
      const area = parentElement?.closest<HTMLElement>('.mantine-ScrollArea-viewport')
      return area != null && area.scrollWidth > area.clientWidth + 1
    })
    .map((table) => `the table of "${table.tHead?.textContent}" is wider than its area`)
}

/** Texts of tables whose sign for what is left out, which hangs beyond their end, has too little room in the table. */
export function findCutSigns(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main td > [dir=auto][data-line-clamp]')]
    .filter((element) => {
      const area = element.closest('table')?.parentElement
      return area != null && element.getBoundingClientRect().right > area.getBoundingClientRect().right + 0.5
    })
    .map((element) => `the sign at the end of "${element.textContent?.slice(0, 40)}" is cut`)
}

/** Columns of numbers, one below the other, whose last digits do not stand below each other. */
export function findRaggedNumbers(): string[] {
  const found: string[] = []
  for (const table of document.querySelectorAll<HTMLTableElement>('main table')) {
    const rows = [...table.tBodies].flatMap((body) => [...body.rows])
    for (const [column, header] of [...(table.tHead?.rows[0]?.cells ?? [])].entries()) {
      const numbers = rows
        .map((row) => row.cells[column])
        .filter((cell) => cell?.colSpan === 1 && /^[\d.,]+$/.test(cell.textContent?.trim() ?? ''))
      const ends = numbers.map((cell) => {
        const range = document.createRange()
        range.selectNodeContents(cell as Node)
        return range.getBoundingClientRect().right
      })
      if (Math.max(...ends) - Math.min(...ends) > 1) found.push(`the numbers below "${header.textContent}" are ragged`)
    }
  }
  return found
}

/** In pages from right to left, numbers, signs and times that would be read in the wrong order. */
export function findReordered(): string[] {
  const found: string[] = []
  const asWordsRun = (element: Element) => getComputedStyle(element).unicodeBidi === 'plaintext'
  for (const input of document.querySelectorAll<HTMLInputElement>('main input')) {
    const text = input.value || input.placeholder
    const isMixed = /[^\p{L}\p{N}]/u.test(text) && !/\p{Script=Arabic}/u.test(text)
    if (isMixed && getComputedStyle(input).direction === 'rtl' && !asWordsRun(input))
      found.push(`"${text}" is reordered in its field`)
  }
  for (const text of document.querySelectorAll('main svg text'))
    if (/\p{Script=Arabic}/u.test(text.textContent ?? '') && !asWordsRun(text))
      found.push(`"${text.textContent}" is reordered in its chart`)
  return found
}

/** In pages from right to left, texts from left to right that are cut at their beginning. */
export function findWrongCuts(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const { direction, overflow, textOverflow, unicodeBidi, webkitLineClamp } = getComputedStyle(element)
    const isCutting = overflow === 'hidden' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
    const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element
    const isCut = isCutting && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1)
    if (!isCut || direction === 'ltr' || unicodeBidi === 'plaintext') continue
    const [first = ''] = element.textContent?.match(/\p{L}/u) ?? []
    if (/\p{Script=Latin}/u.test(first)) found.push(`"${element.textContent?.slice(0, 40)}" is cut at its beginning`)
  }
  return found
}

/** In pages from right to left, texts of several lines from left to right whose beginnings have to be scrolled to. */
export function findLateBeginnings(): string[] {
  const found: string[] = []
  for (const area of document.querySelectorAll<HTMLElement>('main .mantine-ScrollArea-viewport')) {
    const { left: edge } = area.getBoundingClientRect()
    for (const element of area.querySelectorAll<HTMLElement>('*')) {
      const text = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : '')).join('')
      const [first = ''] = text.match(/\p{L}/u) ?? []
      if (!/\p{Script=Latin}/u.test(first)) continue
      const range = document.createRange()
      range.selectNodeContents(element)
      const { left, right, height } = range.getBoundingClientRect()
      const hasLines = height > 2 * Number.parseFloat(getComputedStyle(element).fontSize)
      if (hasLines && left < edge - 1 && right > edge + 1) found.push(`"${text.slice(0, 40)}" begins out of sight`)
    }
  }
  return found
}

/** In Arabic, sentences with the comma of other languages. */
export function findForeignCommas(): string[] {
  return [...document.querySelectorAll<HTMLElement>('main *')]
    .map((element) => [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : '')).join(''))
    .filter((text) => /\p{Script=Arabic}/u.test(text) && text.includes(', '))
    .map((text) => `"${text.slice(0, 40)}" has a foreign comma`)
}
