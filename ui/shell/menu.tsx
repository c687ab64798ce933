/** The back office's side menu: collapsible groups of links, as the page metadata says. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import type { MenuGroup, PagesMetadata } from '../../src/contract/page.ts'
import { useText } from '../i18n.ts'
import { pageAt } from '../metadata.ts'

const key = 'opony.menu'
type Kept = Readonly<Record<string, boolean>>

function kept(): Kept {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Kept
  } catch {
    return {}
  }
}

interface Props {
  readonly pages: PagesMetadata
  /** Called when a page was chosen: the drawer closes. */
  readonly onChoose?: () => void
}

export function Menu({ pages, onChoose }: Props) {
  const t = useText()
  const path = useRouterState({ select: state => state.location.pathname })
  const [open, setOpen] = useState<Kept>(kept)
  const current = pageAt(pages, path)
  const toggle = (name: string, next: boolean): void => {
    const all = { ...open, [name]: next }
    setOpen(all)
    localStorage.setItem(key, JSON.stringify(all))
  }
  const isOpen = (group: MenuGroup): boolean =>
    open[group.name] ?? (!group.collapsed || group.pages.some(page => page.id === current?.id))
  return (
    <nav className="menu" aria-label={t('ui.menu')}>
      {pages.groups
        .filter(group => group.pages.some(page => page.inMenu))
        .map(group => (
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
            {isOpen(group) && (
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
                        {t(page.title)}
                      </Link>
                    </li>
                  ))}
              </ul>
            )}
          </section>
        ))}
    </nav>
  )
}
