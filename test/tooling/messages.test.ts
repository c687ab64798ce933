import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageFaults, unusedDefaults } from '../../scripts/messages.ts'

const four = '{n, plural, one {# a} few {# b} many {# c} other {# d}}'
const two = '{n, plural, one {# a} other {# b}}'
const plurals = { pl: four, en: two, de: two, sk: four, et: two, cs: four }
type Language = keyof typeof plurals
const languages = Object.keys(plurals) as Language[]

describe('the check of message catalogues', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'opony-messages-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const folder = (name: string) => {
    const path = join(root, 'modules', name, 'messages')
    mkdirSync(path, { recursive: true })
    return path
  }
  /** A good catalogue, in which one language says something else, as an object or as the file's own text. */
  const catalogue = (changed: Partial<Record<Language, object | string>> = {}, name = 'orders') => {
    for (const language of languages) {
      const texts = { [`${name}.count`]: plurals[language], [`${name}.title`]: 'Title {name}' }
      const said = changed[language] ?? texts
      writeFileSync(join(folder(name), `${language}.json`), typeof said === 'string' ? said : JSON.stringify(said))
    }
  }
  const good = { 'orders.count': two, 'orders.title': 'Title {name}' }
  const led = (fault: string) => `modules/orders/messages: ${fault}`

  it('lets a good catalogue through', () => {
    catalogue()
    expect(messageFaults(root)).toEqual([])
  })

  it('reports a missing catalogue', () => expect(messageFaults(root)).toEqual(['no message catalogue was found']))

  it('finds a language that is missing, and a file that is none', () => {
    catalogue()
    rmSync(join(folder('orders'), 'et.json'))
    writeFileSync(join(folder('orders'), 'fr.json'), '{}')
    expect(messageFaults(root)).toEqual([led('fr.json is none of the six languages'), led('et.json is missing')])
  })

  it('finds keys that not all languages have', () => {
    catalogue({ en: { 'orders.count': two }, de: { ...good, 'orders.zebra': 'Zebra' } })
    expect(messageFaults(root)).toEqual([led('en: orders.title is missing'), led('de: orders.zebra stands here alone')])
  })

  it('finds keys out of order, and keys that stand twice', () => {
    catalogue({
      en: { 'orders.title': 'Title {name}', 'orders.count': two },
      de: `{\n"orders.count": ${JSON.stringify(two)},\n"orders.title": "x",\n"orders.title": "Title {name}"\n}`
    })
    expect(messageFaults(root)).toEqual([
      led('en: the keys are not sorted, first at orders.title'),
      led('de: orders.title stands twice')
    ])
  })

  it('finds empty texts', () => {
    catalogue({ et: { ...good, 'orders.title': ' ' } })
    expect(messageFaults(root)).toEqual([led('et: orders.title is empty or no text')])
  })

  it('finds texts that are no ICU, and files that are no JSON', () => {
    catalogue({ et: { ...good, 'orders.title': 'Title {name' }, cs: '{' })
    const faults = messageFaults(root)
    expect(faults).toHaveLength(2)
    expect(faults[0]).toContain('et: orders.title does not parse')
    expect(faults[1]).toContain('cs.json is no JSON')
  })

  it('finds arguments that the languages do not share', () => {
    catalogue({ de: { ...good, 'orders.title': 'Title {nane}' }, et: { ...good, 'orders.title': '{name, number}' } })
    expect(messageFaults(root)).toEqual([
      led('de: orders.title takes (nane: text), another language takes (name: text)'),
      led('et: orders.title takes (name: number), another language takes (name: text)')
    ])
  })

  it('finds plurals that lack a form of their language', () => {
    catalogue({ pl: { ...good, 'orders.count': '{n, plural, one {# a} few {# b} other {# d}}' } })
    expect(messageFaults(root)).toEqual([led('pl: orders.count: the plural of {n} lacks "many"')])
  })

  it('asks for no forms where a number only chooses between texts that do not say it', () => {
    const choice = (text: string) => ({ 'orders.count': `{n, plural, =0 {none} other {${text}}}` })
    catalogue(Object.fromEntries(languages.map(language => [language, choice('{of, number} to do')])))
    expect(messageFaults(root).filter(fault => fault.includes('lacks'))).toEqual([])
    catalogue(Object.fromEntries(languages.map(language => [language, choice('{n} to do')])))
    expect(messageFaults(root)).toContain(led('pl: orders.count: the plural of {n} lacks "few"'))
  })

  it('finds a plural inside another form', () => {
    const nested = '{who, select, staff {{n, plural, other {#}}} other {{n}}}'
    catalogue(Object.fromEntries(languages.map(language => [language, { 'orders.count': nested }])))
    expect(messageFaults(root)).toContain(led('en: orders.count: the plural of {n} lacks "one"'))
  })

  it('finds a key that stands in two catalogues', () => {
    catalogue()
    catalogue({}, 'companies')
    const path = folder('companies')
    for (const language of languages) writeFileSync(join(path, `${language}.json`), '{"orders.title": "Title {name}"}')
    expect(messageFaults(root)).toEqual([led('orders.title stands in modules/companies/messages too')])
  })

  /** A catalogue with these texts in every language; `changed` has those of one language that differ. */
  const texts = (name: string, of: Record<string, string>, changed: Partial<Record<Language, object>> = {}) => {
    const path = folder(name)
    for (const language of languages)
      writeFileSync(join(path, `${language}.json`), JSON.stringify({ ...of, ...changed[language] }))
  }
  const source = (name: string, code: string) => {
    mkdirSync(join(root, 'modules/orders'), { recursive: true })
    writeFileSync(join(root, 'modules/orders', name), code)
  }

  it('finds a text that repeats its default, unless one language has another word', () => {
    texts('kernel', { 'common.edit.label': 'Edit', 'common.field.phone': 'Phone' })
    texts(
      'orders',
      { 'orders.edit.label': 'Edit', 'orders.editPrice.label': 'Edit', 'orders.order.phone': 'Telephone' },
      { et: { 'orders.editPrice.label': 'Muuda hinda' } }
    )
    expect(messageFaults(root)).toEqual([led('orders.edit.label repeats common.edit.label')])
  })

  it('finds keys without a text in the code, and no other names', () => {
    texts('kernel', { 'common.field.phone': 'Phone' })
    texts('orders', { 'orders.order.title': 'Title', 'parts.yes': 'yes' })
    source('used.ts', `['orders.order.title', 'orders.order.phone', \`orders.order.\${name}\`, 'parts.yes', 'a.b.c']`)
    source(
      'names.ts',
      "['orders.accept', 'orders.orders', 'orders.order', './orders.order.css']\n/** `orders.old.key` */\n// 'a'"
    )
    expect(messageFaults(root)).toEqual([])
    source('unused.tsx', `[t('orders.order.titel'), t("parts.no"), t(\`orders.ordre.\${name}\`)]`)
    expect(messageFaults(root)).toEqual([
      'modules/orders/unused.tsx: orders.order.titel has no text',
      'modules/orders/unused.tsx: parts.no has no text',
      'modules/orders/unused.tsx: no key begins with orders.ordre.'
    ])
  })

  it('finds defaults that nobody reads', () => {
    texts('kernel', {
      'common.edit.label': 'Edit',
      'common.field.email': 'E-mail',
      'common.field.phone': 'Phone',
      'common.none': 'None',
      'common.tab.history': 'History'
    })
    texts('orders', { 'orders.order.email': 'Address' })
    source('used.ts', "[t('orders.order.phone'), t('orders.order.email'), 'common.none']")
    expect(unusedDefaults(root, ['orders.panel.history'])).toEqual(['common.edit.label', 'common.field.email'])
  })
})
