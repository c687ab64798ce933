import { expect, it } from 'vitest'
import { firstLanguage } from '../../ui/languages.ts'
import { areaOf } from '../../ui/session.ts'

it.each([
  ['admin.localhost', 'admin'],
  ['ADMIN.opony.example', 'admin'],
  ['localhost', 'portal'],
  ['opony.example', 'portal']
])('the host %s is the %s area', (host, area) => {
  expect(areaOf(host)).toBe(area)
})

it.each([
  ['the back office is Polish whatever was chosen', 'admin', 'en', ['de'], 'pl'],
  ['the choice wins', 'portal', 'et', ['de'], 'et'],
  ['else the first language of the browser that there is', 'portal', null, ['fr-FR', 'cs-CZ', 'en'], 'cs'],
  ['an unknown choice is ignored', 'portal', 'xx', ['sk'], 'sk'],
  ['else Polish', 'portal', null, ['fr', 'it'], 'pl']
] as const)('%s', (_rule, area, stored, preferred, language) => {
  expect(firstLanguage(area, stored, preferred)).toBe(language)
})
