/** Where the command for special prices stands in the panels of clients and places. */
import { expect, it } from 'vitest'
import { withPanelAdditions } from '../../src/kernel/panel-additions.ts'
import { modules } from '../../src/modules.ts'

it.each([
  ['/clients/active', ['companies.editCompany', 'pricing.setCompanyPrices'], 'companies.deactivate'],
  ['/clients/inactive', ['companies.editCompany', 'pricing.setCompanyPrices'], 'companies.deactivate']
])('%s: beside the edit, before what ends something', (route, beside, danger) => {
  const pages = withPanelAdditions(modules).flatMap(module => module.pages ?? [])
  const page = pages.find(one => one.route === route)
  const details = page?.kind === 'list' ? page.panel?.find(({ name }) => name === 'details') : undefined
  const names = (details?.commands ?? []).map(({ name }) => name)
  const at = names.indexOf('companies.editCompany')
  expect(names.slice(at, at + 2)).toEqual(beside)
  expect(names.indexOf(danger)).toBeGreaterThan(at + 1)
})
