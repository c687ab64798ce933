import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/check.ts'
import { languages } from '../../src/contract/languages.ts'
import { fallbackKey, resolveKey } from '../../src/contract/messages.ts'
import { defineCounter } from '../../src/kernel/counters.ts'
import { modules } from '../../src/modules.ts'

describe('the default of a message', () => {
  it.each([
    ['fleet.editOperator.label', 'common.edit.label'],
    ['orders.edit.label', 'common.edit.label'],
    ['orders.setOptimaNumber.label', 'common.set.label'],
    ['fleet.operatorPanel.details', 'common.tab.details'],
    ['orders.panel.history', 'common.tab.history'],
    ['catalogue.reason.panel.history', 'common.tab.history'],
    ['fleet.editOperator.submit', 'common.edit.submit'],
    ['fleet.editOperator.done', 'common.done'],
    ['fleet.editOperator.failed', 'common.failed'],
    ['fleet.driver.phone', 'common.field.phone'],
    ['users.phone', 'common.field.phone'],
    ['orders.order.departmentId', 'common.field.departmentId']
  ])('%s is %s', (key, common) => expect(fallbackKey(key)).toBe(common))

  it.each([
    'orders.accept.history',
    'orders.order.found',
    'fleet.vehicles.title',
    'fleet.vehicles.empty',
    'fleet.driver.email.wrong',
    'orders.order.filter.PostalCode',
    'check.phone',
    'errors.users.phone',
    'menu.orders',
    'common.edit.label',
    'phone',
    'fleet..phone',
    '__proto__',
    ''
  ])('%j has none', key => expect(fallbackKey(key)).toBeUndefined())
})

describe('a key', () => {
  const texts = { 'common.field.phone': 'Phone', 'orders.order.phone': 'Site phone' }

  it('stands for its own text, else for its default, else for nothing', () => {
    expect(resolveKey(texts, 'orders.order.phone')).toBe('orders.order.phone')
    expect(resolveKey(texts, 'fleet.driver.phone')).toBe('common.field.phone')
    expect(resolveKey(texts, 'fleet.driver.name')).toBeUndefined()
    for (const key of ['constructor', 'toString', 'fleet.driver.constructor'])
      expect(resolveKey(texts, key)).toBeUndefined()
  })

  it('of what sends a form stands for the label of its command where there is no other word', () => {
    const words = { 'common.edit.label': 'Edit', 'common.edit.submit': 'Save changes', 'orders.accept.label': 'Accept' }
    expect(resolveKey(words, 'orders.edit.submit')).toBe('common.edit.submit')
    expect(resolveKey(words, 'orders.accept.submit')).toBe('orders.accept.label')
    expect(resolveKey(words, 'orders.cancel.submit')).toBeUndefined()
  })
})

/** Every counter of the bell and the tiles: its words in six languages, and a page behind it. */
describe('a counter of the bell', () => {
  const counters = modules.flatMap(module => module.counters ?? [])

  it.each(counters.map(counter => [counter.name, counter] as const))(
    '%s has its words, and a page',
    (name, { page }) => {
      const missing = languages.flatMap(language => {
        const texts = JSON.parse(readFileSync(join(root, `ui/messages/${language}.json`), 'utf8'))
        return [`ui.notification.${name}`, `ui.notification.${name}.title`]
          .filter(key => !Object.hasOwn(texts, key))
          .map(key => `${language}: ${key}`)
      })
      expect(missing).toEqual([])
      expect(modules.flatMap(module => module.pages ?? []).map(({ route }) => route)).toContain(page.route)
    }
  )

  it('refuses a filter that its page does not show, because the list would not show what was counted', () => {
    const [{ page, ...counter } = expect.fail('there is no counter')] = counters
    expect(() => defineCounter(page, { ...counter, filters: { Nothing: true } })).toThrow(
      `The counter ${counter.name} filters by Nothing, which ${page.id} does not show`
    )
  })
})
