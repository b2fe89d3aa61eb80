import type { Locator, Page } from 'playwright-core'

/** What a person does on a page, counted: each use of the pointer is one click, and going into a field is one. */
export class Hand {
  readonly #page: Page
  #clicks = 0

  constructor(page: Page) {
    this.#page = page
  }

  get clicks(): number {
    return this.#clicks
  }

  async click(what: Locator): Promise<void> {
    this.#clicks += 1
    await what.click()
  }

  /** Follows a link of the menu. */
  async goTo(name: string): Promise<void> {
    await this.click(this.#page.getByRole('navigation').getByRole('link', { name }))
  }

  async press(name: string | RegExp, within: Page | Locator = this.#page): Promise<void> {
    await this.click(within.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }))
  }

  async write(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    await field.fill(text)
  }

  /** Takes an entry of a list that opens. */
  async choose(list: Locator, entry: string): Promise<void> {
    await this.click(list)
    await this.click(this.#page.getByRole('option', { name: entry, exact: true }))
  }

  /** Gives a file to a page that asks for one: a click, and the choice in the window of the system. */
  async giveFile(name: string, content: string): Promise<void> {
    this.#clicks += 2
    const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) }
    await this.#page.locator('input[type=file]').setInputFiles(file)
  }
}
