/** The hand that plays the jobs of `jobs.ts`, and counts what it does. */
import { expect, type Locator, type Page } from '@playwright/test'

export interface Cost {
  readonly clicks: number
  readonly keys: number
  readonly typed: number
}

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).first()

/** What a person does on a page, counted. */
export class Hand {
  clicks = 0
  keys = 0
  typed = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async click(what: Locator, modifier?: 'Shift'): Promise<void> {
    await what.click(modifier ? { modifiers: [modifier] } : {})
    this.clicks += 1
  }
  /** Scrolls the rows to what a low window does not draw; the wheel is counted as nothing, as it was not before. */
  async scrollTo(what: Locator): Promise<void> {
    await this.page.getByRole('grid').hover()
    const isDrawn = async (): Promise<boolean> => {
      if ((await what.count()) > 0) return true
      await this.page.mouse.wheel(0, 200)
      return false
    }
    await expect.poll(isDrawn, { timeout: 30_000, intervals: [100] }).toBe(true)
  }
  /** Drags by the mouse: one action, as a click is. */
  async drag(what: Locator, to: Locator): Promise<void> {
    await what.hover({ position: { x: 60, y: 12 } })
    await this.page.mouse.down()
    const box = await to.boundingBox()
    if (!box) throw new Error('There is nothing to drag to')
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
    await this.page.mouse.up()
    this.clicks += 1
  }
  async press(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.page.keyboard.press(name)
      this.keys += 1
    }
  }
  async type(what: Locator, text: string): Promise<void> {
    await what.fill(text)
    this.typed += 1
  }
  /** In a box of choices of the browser's own: one click opens it, one chooses. */
  async choose(what: Locator): Promise<void> {
    await what.selectOption({ index: 1 })
    this.clicks += 2
  }
  /** A command of a bar: its button, or its entry in the menu of those that have no room. */
  async command(bar: Locator, name: string): Promise<void> {
    const more = button(bar, 'Więcej poleceń')
    await button(bar, name).or(more).first().waitFor()
    if (await button(bar, name).isVisible()) return this.click(button(bar, name))
    await this.click(more)
    await this.click(bar.getByRole('menuitem', { name }))
  }
  /** By Tab, until it has the focus. */
  async goTo(what: Locator, key = 'Tab'): Promise<void> {
    await what.waitFor()
    const isThere = (): Promise<boolean> => what.evaluate(element => element.matches(':focus, :focus-within'))
    for (let at = 0; !(await isThere()); at++) {
      if (at === 60) throw new Error(`${key} does not lead there`)
      await this.press(key)
    }
  }
  /** To the rows, past menu and tools. */
  async toRows(): Promise<void> {
    await this.press('Tab', 'Enter')
    await this.goTo(this.page.getByRole('grid'))
  }
}
