/**
 * Pure: the results of the palette for a text, which are pages and commands that contain the words, and things that the server
 * found.
 */
import type { Found } from '../../../src/contract/find.ts'
import type { PagesMetadata } from '../../../src/contract/page.ts'
import { type SavedView, savedViewKey } from '../../../src/contract/view.ts'
import type { Offered } from '../../parts/command/offered.ts'
import { queryText } from '../../urlQuery.ts'
import { hasWords } from '../../words.ts'
import { type Offer, offersIn } from '../offers.ts'

export interface Choice {
  readonly key: string
  readonly icon: string
  readonly label: string
  /** The smaller text beside the choice. */
  readonly note: string
  /** The list of the thing, or the group of the menu. This text is never shortened. */
  readonly place: string
  /** Further words by which it is found. */
  readonly words?: string
  /** The path to open, or the function to call. */
  readonly go: string | (() => void)
}

/** A heading with its choices. */
export interface Section {
  readonly name: 'found' | 'commands' | 'pages' | 'views'
  readonly choices: readonly Choice[]
}

type Say = (key: string) => string

const pageChoices = ({ groups }: PagesMetadata, t: Say): Choice[] =>
  groups.flatMap(group =>
    group.pages
      .filter(page => page.inMenu)
      .map(page => ({
        key: `page ${page.id}`,
        icon: page.icon ?? group.icon,
        label: t(page.title),
        note: '',
        place: t(group.title),
        words: page.words === undefined ? '' : t(page.words),
        go: page.route
      }))
  )

const commandChoices = ({ entries }: Offered): Choice[] =>
  entries
    .filter(({ disabledReason }) => disabledReason === undefined)
    .flatMap(({ command, label, run, submenu }) => {
      const choice = { key: command.name, icon: command.icon, label, note: '', place: '', go: run }
      if (!submenu) return [choice]
      return submenu.map(entry => ({
        ...choice,
        key: `${command.name} ${entry.key}`,
        note: entry.label,
        go: entry.run
      }))
    })

/**
 * The path of the list with the thing's panel open. If the list can be searched, it is searched for the name, so that it has the
 * row.
 */
export function pathOf({ route, id, name, searched }: Found): string {
  const params = new URLSearchParams({ ...(searched ? { q: name } : {}), row: String(id), panel: String(id) })
  return `${route}${queryText(params)}`
}

const foundChoices = (found: readonly Found[], t: Say): Choice[] =>
  found.flatMap(one => {
    const key = `${one.resourceType} ${one.id}`
    const { icon, name: label, tab } = one
    const go = pathOf(one)
    const itself = { key, icon, label, note: one.details.join(' · '), place: t(one.title), go }
    if (!tab) return [itself]
    return [itself, { ...itself, key: `${key} ${tab.name}`, note: t(tab.title), go: `${go}&tab=${tab.name}` }]
  })

/** The built-in and saved views of the lists in the menu. */
const viewChoices = (views: readonly SavedView[], { groups }: PagesMetadata, t: Say): Choice[] =>
  groups
    .flatMap(group => group.pages)
    .filter(page => page.inMenu)
    .flatMap(({ id, route, title, views: builtIn = [] }) => {
      const choice = (view: string, label: string, note = ''): Choice => {
        const go = `${route}?view=${view}`
        return { key: `view ${id} ${view}`, icon: 'bookmark', label, note, place: t(title), go }
      }
      const saved = views.filter(({ page }) => page === id)
      return [
        ...builtIn.map(({ name, label }) => choice(name, t(label))),
        ...saved.map(view => choice(savedViewKey(view.id), view.name, view.isOwn ? '' : (view.owner ?? '')))
      ]
    })

/** The commands that every page offers, but for those that the present one has itself. */
const offerChoices = (offers: readonly Offer[], { entries }: Offered, open: (offer: Offer) => void, t: Say): Choice[] =>
  offers
    .filter(({ name }) => !entries.some(({ command }) => command.name === name))
    .map(offer => ({
      key: offer.name,
      icon: offer.icon,
      label: t(`${offer.name}.label`),
      note: '',
      place: '',
      go: () => open(offer)
    }))

/** The sections that are not empty. Without a text they are pages and commands. */
export function sectionsOf(
  text: string,
  pages: PagesMetadata,
  offered: Offered,
  found: readonly Found[],
  views: readonly SavedView[],
  t: Say,
  openOffer: (offer: Offer) => void
): Section[] {
  const matching = (choices: readonly Choice[]): Choice[] =>
    choices.filter(({ label, note, place, words = '' }) => hasWords(`${place} ${label} ${note} ${words}`, text))
  const sections: Section[] = [
    { name: 'found', choices: foundChoices(found, t) },
    {
      name: 'commands',
      choices: matching([...commandChoices(offered), ...offerChoices(offersIn(pages), offered, openOffer, t)])
    },
    { name: 'views', choices: text === '' ? [] : matching(viewChoices(views, pages, t)) },
    { name: 'pages', choices: matching(pageChoices(pages, t)) }
  ]
  return sections.filter(({ choices }) => choices.length > 0)
}
