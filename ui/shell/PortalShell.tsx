/** The frame of the portal: a header and a side menu. In a narrow window a bar at the bottom replaces the menu. */
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { isClient, useProfile } from '../account.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { preloads } from '../elements/preloads.ts'
import { useText } from '../i18n.ts'
import { pageAt } from '../metadata.ts'
import { SearchBox } from '../search.tsx'
import { LanguageSwitch } from './flags.tsx'
import { Wordmark } from './logo.tsx'
import { UserPopup } from './user.tsx'

const OwnBell = lazyPart(() => import('./OwnBell.tsx')).Component

export function PortalShell({ pages, children }: { readonly pages: PagesMetadata; readonly children: ReactNode }) {
  const t = useText()
  const { data: profile } = useProfile()
  const path = useRouterState({ select: state => state.location.pathname })
  const current = pageAt(pages, path)
  const home = pageAt(pages, pages.home)
  const entries = pages.groups.flatMap(group =>
    group.pages.filter(page => page.inMenu).map(page => ({ ...page, icon: page.icon ?? group.icon }))
  )
  return (
    <div className="shell portal" data-pages={entries.length}>
      <header className="bar">
        <Link to="/" className="home" aria-label={`opony: ${t('ui.home')}`}>
          <Wordmark />
        </Link>
        {home && (
          <Link
            to={home.route}
            preload={preloads}
            className="portal-home-link"
            aria-current={home.id === current?.id ? 'page' : undefined}
          >
            <i className={`pi pi-${home.icon ?? 'home'}`} aria-hidden />
            <span>{t(home.title)}</span>
          </Link>
        )}
        <span className="gap" />
        <LanguageSwitch />
        {profile && isClient(profile) && (
          <Boundary small waiting={<span className="portal-bell" />} frame={() => null}>
            <OwnBell />
          </Boundary>
        )}
        <UserPopup />
      </header>
      <nav className="tabs" aria-label={t('ui.menu')}>
        <ul>
          {entries.map(page => (
            <li key={page.id}>
              <Link to={page.route} preload={preloads} aria-current={page.id === current?.id ? 'page' : undefined}>
                <i className={`pi pi-${page.icon}`} aria-hidden />
                <span>{t(page.title)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <div className="page-head">
          {current && <h1>{t(current.title)}</h1>}
          <SearchBox />
        </div>
        {children}
      </main>
    </div>
  )
}
