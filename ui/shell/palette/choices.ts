/** What the palette shows for a text: pages and commands by their words, and what the server found. Pure. */
import type { Found } from '../../../src/contract/find.ts'
import type { PagesMetadata } from '../../../src/contract/page.ts'
import type { Offered } from '../../parts/command/offered.ts'
import { queryText } from '../../urlQuery.ts'

export interface Choice {
  readonly key: string
  readonly icon: string
  readonly label: string
  /** What stands beside it, smaller. */
  readonly note: string
  /** A path to go to, or what is to be done. */
  readonly go: string | (() => void)
}

/** A heading and what is under it. */
export interface Section {
  readonly name: 'found' | 'commands' | 'pages'
  readonly choices: readonly Choice[]
}

type Say = (key: string) => string

/** Letters without marks, small: as the server compares them. `ł` has no mark that comes off by itself. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l')

/** Every word of the text is somewhere in it. */
export function hasWords(whole: string, text: string): boolean {
  const plain = folded(whole)
  return folded(text)
    .split(/\s+/)
    .every(word => plain.includes(word))
}

const pageChoices = ({ groups }: PagesMetadata, t: Say): Choice[] =>
  groups.flatMap(group =>
    group.pages
      .filter(page => page.inMenu)
      .map(page => ({
        key: `page ${page.id}`,
        icon: page.icon ?? group.icon,
        label: t(page.title),
        note: t(group.title),
        go: page.route
      }))
  )

const commandChoices = ({ entries }: Offered): Choice[] =>
  entries
    .filter(({ disabledReason }) => disabledReason === undefined)
    .flatMap(({ command, label, run, submenu }) => {
      const own = { key: command.name, icon: command.icon, label, note: '', go: run }
      if (!submenu) return [own]
      return submenu.map(entry => ({ ...own, key: `${command.name} ${entry.key}`, note: entry.label, go: entry.run }))
    })

/** The list with the thing's panel open. Where the list can be searched, for the thing's name, so that its row is there. */
export function pathOf({ route, id, name, searched }: Found): string {
  const params = new URLSearchParams({ ...(searched ? { q: name } : {}), row: String(id), panel: String(id) })
  return `${route}${queryText(params)}`
}

const foundChoices = (found: readonly Found[], t: Say): Choice[] =>
  found.map(one => ({
    key: `${one.resourceType} ${one.id}`,
    icon: one.icon,
    label: one.name,
    note: [...one.details, t(one.title)].join(' · '),
    go: pathOf(one)
  }))

/** The sections that have something; an empty text shows pages and commands. */
export function sectionsOf(
  text: string,
  pages: PagesMetadata,
  offered: Offered,
  found: readonly Found[],
  t: Say
): Section[] {
  const matching = (choices: readonly Choice[]): Choice[] =>
    choices.filter(({ label, note }) => hasWords(`${note} ${label}`, text))
  const sections: Section[] = [
    { name: 'found', choices: foundChoices(found, t) },
    { name: 'commands', choices: matching(commandChoices(offered)) },
    { name: 'pages', choices: matching(pageChoices(pages, t)) }
  ]
  return sections.filter(({ choices }) => choices.length > 0)
}
