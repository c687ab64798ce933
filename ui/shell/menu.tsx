/** The side menu of the back office, from the page metadata: collapsible groups of links with the numbers of waiting things. */
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { MenuGroup, PagesMetadata } from '../../src/contract/page.ts'
import { useText } from '../i18n.ts'
import { pageAt } from '../metadata.ts'
import { GroupPages } from './GroupPages.tsx'
import { useMenuCounts } from './menuCounts.ts'
import { RailGroup } from './Rail.tsx'
import './menu.css'

const storageKey = 'opony.menu'
/** Whether each group is open, by its name. Groups that the person has never opened or closed are absent. */
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
  /** Whether the menu is collapsed. Each group then has only its icon, which opens the pages beside it. */
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
