/** The frame of screens without a menu: sign-in, new password, notices. */
import type { ReactNode } from 'react'
import { ContactLinks } from '../elements/ContactLinks.tsx'
import { useText } from '../i18n.ts'
import { area } from '../session.ts'
import { LanguageSwitch } from './flags.tsx'
import { TyreRing, Wordmark } from './logo.tsx'

export function Bare({ children }: { readonly children: ReactNode }) {
  const t = useText()
  return (
    <div className="bare">
      <aside className="bare-side">
        <TyreRing className="bare-art" size={720} />
        <Wordmark />
        <p>{t(area() === 'admin' ? 'ui.lead.admin' : 'ui.lead.portal')}</p>
      </aside>
      <div className="bare-main">
        <header className="bare-head">
          <Wordmark />
          {area() === 'portal' && <LanguageSwitch />}
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer className="bare-foot">
          <ContactLinks />
        </footer>
      </div>
    </div>
  )
}
