/** The later texts join the first in whatever order both come, and follow the language. */
import { beforeEach, expect, it, vi } from 'vitest'

const arriving = new Map<string, () => void>()
/** A file of texts that comes when the test lets it. */
const held = (name: string, texts: Record<string, string>) =>
  vi.doMock(`../../ui/i18n/${name}.ts`, async () => {
    await new Promise<void>(resolve => arriving.set(name, resolve))
    return { default: texts }
  })

const come = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    await vi.waitUntil(() => arriving.has(name))
    arriving.get(name)?.()
  }
}

const document = { documentElement: { lang: '' } }
async function started() {
  const i18n = await import('../../ui/i18n.ts')
  const said = () => [i18n.translate('a.label'), i18n.translate('a.confirm')]
  return { ...i18n, said }
}

beforeEach(() => {
  vi.resetModules()
  arriving.clear()
  held('en', { 'a.label': 'Save' })
  held('later/en', { 'a.confirm': 'Sure?' })
  held('de', { 'a.label': 'Speichern' })
  held('later/de', { 'a.confirm': 'Sicher?' })
  held('rare/en', { 'a.rare': 'Calendar' })
  held('rare/de', { 'a.rare': 'Kalender' })
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { hostname: 'localhost' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  return () => vi.unstubAllGlobals()
})

it.each([
  ['before', ['later/en', 'en']],
  ['after', ['en', 'later/en']]
])('come %s the first, and both are said', async (_when, order) => {
  const { startLanguage, laterTexts, said } = await started()
  const all = [startLanguage(), laterTexts(), laterTexts()]
  await come(...order)
  await Promise.all(all)
  expect(said()).toEqual(['Save', 'Sure?'])
})

it('of a language that was chosen since are the ones that are said, whatever comes last', async () => {
  const { startLanguage, setLanguage, laterTexts, said } = await started()
  const first = startLanguage()
  await come('en')
  await first
  const later = laterTexts()
  const chosen = setLanguage('de')
  await come('de', 'later/de')
  await chosen
  await come('later/en')
  await later
  expect(said()).toEqual(['Speichern', 'Sicher?'])
  expect(document.documentElement.lang).toBe('de')
})

it('of rare pages come apart from the later ones, and follow the language as well', async () => {
  const { startLanguage, setLanguage, rareTexts, translate } = await started()
  const all = [startLanguage(), rareTexts()]
  await come('en', 'rare/en')
  await Promise.all(all)
  expect([translate('a.rare'), arriving.has('later/en')]).toEqual(['Calendar', false])
  const chosen = setLanguage('de')
  await come('de', 'rare/de')
  await chosen
  expect([translate('a.rare'), arriving.has('later/de')]).toEqual(['Kalender', false])
})
