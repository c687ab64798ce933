/** The back office's side menu: collapsible groups of links with the numbers of what waits on their pages, from the page metadata. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { MenuCount, MenuGroup, PageEntry, PagesMetadata } from '../../src/contract/page.ts'
import { useLanguage, useText } from '../i18n.ts'
import { pageAt } from '../metadata.ts'
import { countWords, shortCount, useMenuCounts } from './menuCounts.ts'
import { RailGroup } from './Rail.tsx'
import './menu.css'

const storageKey = 'opony.menu'
/** Whether a group is open, by its name; groups that the person has not touched are absent. */
type OpenGroups = Readonly<Record<string, boolean>>

function storedGroups(): OpenGroups {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as OpenGroups
  } catch {
    return {}
  }
}

interface MenuProps {
  readonly pages: PagesMetadata
  /** Called when a page is chosen, so that the drawer can close. */
  readonly onChoose?: () => void
  /** Narrow: of each group its icon, which opens the group's pages beside it. */
  readonly isRail?: boolean
}

export function Menu({ pages, onChoose, isRail = false }: MenuProps) {
  const t = useText()
  const path = useRouterState({ select: state => state.location.pathname })
  const [open, setOpen] = useState(storedGroups)
  const counts = useMenuCounts(pages)
  const current = pageAt(pages, path)
  const toggle = (name: string, next: boolean): void => {
    const groups = { ...open, [name]: next }
    setOpen(groups)
    localStorage.setItem(storageKey, JSON.stringify(groups))
  }
  const isOpen = (group: MenuGroup): boolean =>
    open[group.name] ?? (!group.collapsed || group.pages.some(page => page.id === current?.id))
  const groups = pages.groups.filter(group => group.pages.some(page => page.inMenu))
  return (
    <nav className="menu" aria-label={t('ui.menu')}>
      {groups.map(group => {
        const content = { group, current, counts }
        if (isRail) return <RailGroup key={group.name} {...content} />
        return (
          <section key={group.name}>
            <button
              type="button"
              className="menu-group"
              aria-expanded={isOpen(group)}
              onClick={() => toggle(group.name, !isOpen(group))}
            >
              <i className={`pi pi-${group.icon}`} aria-hidden />
              <span>{t(group.title)}</span>
              <i className="pi pi-chevron-down menu-arrow" aria-hidden />
            </button>
            {isOpen(group) && <GroupPages {...content} {...(onChoose && { onChoose })} />}
          </section>
        )
      })}
    </nav>
  )
}

export interface GroupProps {
  readonly group: MenuGroup
  /** The page on screen. */
  readonly current: PageEntry | undefined
  readonly counts: ReadonlyMap<string, MenuCount>
}

export const GroupPages = ({ group, current, counts, onChoose }: GroupProps & { readonly onChoose?: () => void }) => (
  <ul>
    {group.pages
      .filter(page => page.inMenu)
      .map(page => (
        <li key={page.id}>
          <Link
            to={page.route}
            {...(onChoose && { onClick: onChoose })}
            aria-current={page.id === current?.id ? 'page' : undefined}
          >
            <EntryText page={page} count={counts.get(page.id)} />
          </Link>
        </li>
      ))}
  </ul>
)

interface EntryTextProps {
  readonly page: PageEntry
  readonly count: MenuCount | undefined
}

/** The page's name, and its number in figures for the eye and in words for a screen reader. */
export function EntryText({ page, count }: EntryTextProps) {
  const t = useText()
  const language = useLanguage()
  if (!page.counted) return t(page.title)
  const { marked } = page.counted
  const words = countWords(page, count, t)
  return (
    <>
      <span className="menu-title">{t(page.title)}</span>
      {/* there before the numbers come, so that a long title does not break anew */}
      <span className="menu-count" data-marked={marked !== undefined || undefined} title={words} aria-hidden="true">
        {marked && count?.marked ? (
          <span className={`badge menu-marked tone-${marked.tone}`}>{shortCount(count.marked, language)}</span>
        ) : null}
        {words && count && shortCount(count.total, language)}
      </span>
      {words && <span className="visually-hidden">, {words}</span>}
    </>
  )
}
