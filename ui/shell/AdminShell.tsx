/** The frame of the back office: side menu (a drawer in a narrow window), breadcrumbs, search box, bell, user. */
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { roles } from '../../src/contract/roles.ts'
import { useProfile } from '../account.ts'
import { IconButton } from '../elements/IconButton.tsx'
import { Modal } from '../elements/Modal.tsx'
import { useNarrow } from '../elements/useNarrow.ts'
import { useText } from '../i18n.ts'
import { pageAt } from '../metadata.ts'
import { SearchBox } from '../search.tsx'
import { Bell } from './Bell.tsx'
import { Wordmark } from './logo.tsx'
import { Menu } from './menu.tsx'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { Side } from './Side.tsx'
import { useRail } from './side.ts'
import { UserPopup } from './user.tsx'

const maxCrumbs = 4

function Breadcrumbs({ pages }: { readonly pages: PagesMetadata }) {
  const t = useText()
  const path = useRouterState({ select: state => state.location.pathname })
  const crumbs = pageAt(pages, path)?.breadcrumb.slice(0, maxCrumbs) ?? []
  return (
    <nav className="crumbs" aria-label={t('ui.breadcrumbs')}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb}>
            {index === crumbs.length - 1 ? <h1 aria-current="page">{t(crumb)}</h1> : <span>{t(crumb)}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

export function AdminShell({ pages, children }: { readonly pages: PagesMetadata; readonly children: ReactNode }) {
  const t = useText()
  const narrow = useNarrow()
  const isRail = useRail()
  const { data: profile } = useProfile()
  const [drawer, setDrawer] = useState(false)
  if (!narrow && drawer) setDrawer(false)
  return (
    <div className="shell" data-rail={isRail || undefined}>
      {!narrow && <Side pages={pages} isRail={isRail} />}
      <header className="bar">
        {narrow && (
          <IconButton icon="bars" label={t('ui.menu.open')} aria-expanded={drawer} onClick={() => setDrawer(true)} />
        )}
        <Breadcrumbs pages={pages} />
        <SearchBox />
        <PaletteButton pages={pages} />
        {profile?.role === roles.ADMIN && <Bell />}
        <UserPopup />
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Modal open={drawer} title={t('ui.menu')} className="drawer" onClose={() => setDrawer(false)}>
        <Link to="/" className="home" aria-label={t('ui.home')} onClick={() => setDrawer(false)}>
          <Wordmark />
        </Link>
        <Menu pages={pages} onChoose={() => setDrawer(false)} />
      </Modal>
    </div>
  )
}
