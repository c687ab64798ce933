/** Texts as the browser gets them: plain ones as they are written, those with arguments parsed. They say what the texts say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createIntl } from '@formatjs/intl'
import { expect, it } from 'vitest'
import { codeOf, withImports } from '../../scripts/ui-sources.ts'
import { languages } from '../../src/contract/languages.ts'
import { compiled, compiledMessages, isLaterInOffice, isOfServer } from '../../ui/build/compiledMessages.ts'
import { isPlain } from '../../ui/i18n/plain.ts'
import { setCatalogue, translate } from '../../ui/i18n.ts'

const root = new URL('../../', import.meta.url)
const textsIn = (language: string): Record<string, string> => {
  const files = ['src/kernel', 'ui', ...readdirSync(new URL('modules', root)).map(module => `modules/${module}`)]
    .map(folder => new URL(`${folder}/messages/${language}.json`, root))
    .filter(file => existsSync(file))
  return Object.assign({}, ...files.map(file => JSON.parse(readFileSync(file, 'utf8'))))
}

it.each(languages)('in %s a plain text is what the library says of it, and the others are parsed', language => {
  const texts = textsIn(language)
  const intl = createIntl<string>({ locale: language, messages: texts, fallbackOnEmptyString: false })
  const parsed = compiled(texts, language)
  expect(Object.keys(parsed)).toEqual(Object.keys(texts))
  for (const [key, text] of Object.entries(texts)) {
    expect(Array.isArray(parsed[key]), key).toBe(!isPlain(text))
    if (isPlain(text)) expect(intl.formatMessage({ id: key }), key).toBe(text)
  }
})

it('a parsed text is said with its arguments, plurals and escapes', () => {
  const text = {
    'a.b': "{count, plural, one {# zlecenie} few {# zlecenia} other {# zleceń}} '{'{name}'}'",
    'a.c': "d'or"
  }
  setCatalogue('pl', compiled(text, 'pl'))
  expect(translate('a.b', { count: 3, name: 'Z/1' })).toBe('3 zlecenia {Z/1}')
  expect(translate('a.c')).toBe("d'or")
})

type Transform = (code: string, id: string) => Promise<{ code: string } | undefined>
const { transform } = compiledMessages('.') as { transform: Transform }

it('the build leaves out what only the server says, and the browser names none of it', async () => {
  const texts = { 'users.letter.reset.text': 'Link', 'errors.kernel.busy': 'Busy' }
  const answer = await transform(JSON.stringify({ ...texts, 'users.account.email': 'E-mail' }), '/x/messages/pl.json')
  expect(JSON.parse(answer?.code ?? '')).toEqual({ 'users.account.email': 'E-mail' })
  const named = readdirSync(new URL('ui', root), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.startsWith('build/'))
    .flatMap(file => readFileSync(new URL(`ui/${file}`, root), 'utf8').match(/(?<=['"`])[a-z]\w*(\.\w+)+/g) ?? [])
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter(key => isOfServer(key) || (isOfServer(`${key}.`) && !key.startsWith('errors.')))).toEqual([])
})

it('the build parses the catalogues, and nothing else', async () => {
  const answer = await transform('{"a.b":"Do {day}","a.c":"Dom"}', '/x/modules/orders/messages/pl.json')
  expect(JSON.parse(answer?.code ?? '')).toEqual({
    'a.b': [
      { type: 0, value: 'Do ' },
      { type: 1, value: 'day' }
    ],
    'a.c': 'Dom'
  })
  expect(await transform('{"a":"{b}"}', '/x/package.json')).toBeUndefined()
})

it('the build leaves out of the portal what only the office says', async () => {
  const { buildStart, transform: ofBuild } = compiledMessages(fileURLToPath(root)) as unknown as {
    buildStart: (this: unknown) => void
    transform: Transform
  }
  buildStart.call({ environment: { config: { command: 'build' } } })
  const texts = JSON.stringify({ 'map.type': 'Typ', 'ui.signIn': 'Zaloguj', 'check.day': 'Dzień' })
  const textsOf = async (file: string): Promise<unknown> =>
    JSON.parse((await ofBuild(texts, `/x/messages/${file}`))?.code.replace('export default ', '') ?? '')
  expect(await textsOf('pl.json?office')).toEqual({ 'ui.signIn': 'Zaloguj' })
  expect(await textsOf('pl.json?office-later')).toEqual({ 'check.day': 'Dzień', 'map.type': 'Typ' })
  expect(await textsOf('pl.json')).toEqual({ 'ui.signIn': 'Zaloguj' })
  expect(await textsOf('pl.json?later')).toEqual({ 'check.day': 'Dzień' })
})

it('the build leaves to rare pages of the portal what only they say, but for their titles', async () => {
  const { buildStart, transform: ofBuild } = compiledMessages(fileURLToPath(root)) as unknown as {
    buildStart: (this: unknown) => void
    transform: Transform
  }
  buildStart.call({ environment: { config: { command: 'build' } } })
  const title = { 'integrations.clientCalendars.title': 'Kalendarze' }
  const rest = { 'integrations.calendar.kind': 'Rodzaj', 'integrations.makeCalendar.history': 'Utworzono' }
  const textsOf = async (file: string): Promise<unknown> =>
    JSON.parse(
      (await ofBuild(JSON.stringify({ ...title, ...rest }), `/x/messages/${file}`))?.code.replace(
        'export default ',
        ''
      ) ?? ''
    )
  expect(await textsOf('pl.json')).toEqual(title)
  expect(await textsOf('pl.json?later')).toEqual({})
  expect(await textsOf('pl.json?rare')).toEqual(rest)
  expect(await textsOf('pl.json?office')).toEqual(title)
  expect(await textsOf('pl.json?office-later')).toEqual(rest)
})

it('in development the first file has all texts, and the later one none', async () => {
  const texts = { 'orders.accept.history': 'Przyjęto', 'orders.accept.label': 'Przyjmij' }
  const textsOf = async (file: string): Promise<unknown> =>
    JSON.parse(
      (await transform(JSON.stringify(texts), `/x/messages/${file}`))?.code.replace('export default ', '') ?? ''
    )
  expect(await textsOf('pl.json')).toEqual(texts)
  expect(await textsOf('pl.json?later')).toEqual({})
})

it('the code of a first page says no text that comes later', () => {
  const folder = fileURLToPath(root)
  const shells = ['ui/shell/AdminShell.tsx', 'ui/shell/PortalShell.tsx']
  const files = withImports(folder, ['ui/main.tsx', 'ui/parts/list/ListPage.tsx', ...shells])
  expect(files.length).toBeGreaterThan(100)
  const named = files.flatMap(
    file => codeOf(readFileSync(`${folder}/${file}`, 'utf8')).match(/(?<=['"`])[a-z]\w*(\.\w+)+/g) ?? []
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(isLaterInOffice)).toEqual([])
})
