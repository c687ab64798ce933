/** What is true of the keys of all pages, read in the metadata. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CommandMetadata } from '../../src/contract/command.ts'
import type { PageEntry, PageMetadata, PagesMetadata } from '../../src/contract/page.ts'
import { type Role, roleNames } from '../../src/contract/roles.ts'
import type { WhenMetadata } from '../../src/contract/when.ts'
import { aSharedApp, type SharedApp } from '../helper/app.ts'

let test: SharedApp
const entries: (readonly [Role, readonly PageEntry[]])[] = []
/** The commands that a role has beside each other: a page's, and those of a tab of its panel. */
const bars: (readonly [string, readonly CommandMetadata[]])[] = []

const barsOf = (page: PageMetadata): (readonly [string, readonly CommandMetadata[]])[] =>
  'list' in page
    ? [
        [page.id, page.list.commands],
        ...(page.list.panel?.tabs ?? []).map(tab => [`${page.id} ${tab.name}`, tab.commands] as const)
      ]
    : // a page written by hand shows the commands of one thing at a time
      page.commands.map(command => [`${page.id} ${command.name}`, [command]] as const)

beforeAll(async () => {
  test = await aSharedApp()
  for (const role of roleNames) {
    const person = await test.signedInAs(role)
    const { groups }: PagesMetadata = (await person.get('/api/ui/pages')).body.data
    const pages = groups.flatMap(group => group.pages)
    entries.push([role, pages])
    for (const { id } of pages) bars.push(...barsOf((await person.get(`/api/ui/pages/${id}`)).body.data))
  }
})

describe('the letters of commands', () => {
  it('differ beside each other, where the same selection suits both', () => {
    const named = bars.flatMap(([bar, commands]) =>
      commands.flatMap(({ key, name, selection, shown }) => (key ? [{ bar, key, name, selection, shown }] : []))
    )
    expect(named.length).toBeGreaterThan(50)
    const meet = (a: string, b: string): boolean => a === b || (a !== 'none' && b !== 'none' && [a, b].includes('some'))
    // no row shows both
    const exclude = (a: WhenMetadata, b: WhenMetadata): boolean =>
      Object.keys(a).some(field => b[field] && !a[field]?.some(value => b[field]?.includes(value)))
    const clashes = named.filter(one =>
      named.some(
        other =>
          other.bar === one.bar &&
          other.name !== one.name &&
          other.key === one.key &&
          meet(other.selection, one.selection) &&
          !exclude(other.shown, one.shown)
      )
    )
    expect(clashes).toEqual([])
  })

  it('belong only to commands with a form, a question or an undo', () => {
    const rash = bars.flatMap(([, commands]) =>
      commands.filter(
        ({ key, action, form, confirm, undo }) => key && action.kind === 'call' && !form && !confirm && !undo
      )
    )
    expect(rash.map(({ name }) => name)).toEqual([])
  })
})

describe('the letters of pages', () => {
  it.each(roleNames.map(role => [role]))('of %s differ', role => {
    const keys = (entries.find(([name]) => name === role)?.[1] ?? []).flatMap(({ goKey }) => goKey ?? [])
    expect(keys).toEqual([...new Set(keys)])
  })

  it('lead the staff to the lists of their day', () => {
    const pages = entries.find(([role]) => role === 'ADMIN')?.[1] ?? []
    const routeOf = (key: string) => pages.find(({ goKey }) => goKey === key)?.route
    const routes = ['/orders/new', '/orders/accepted', '/orders/in-progress', '/orders/day']
    expect(['n', 'p', 'r', 't'].map(routeOf)).toEqual(routes)
  })
})
