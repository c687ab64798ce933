/**
 * The side of the back office: the link to the home page, the menu, and the button that collapses the menu to icons and expands
 * it.
 */
import { Link } from '@tanstack/react-router'
import type { PagesMetadata } from '../../src/contract/page.ts'
import { useText } from '../i18n.ts'
import { ariaKeys, keysText } from '../keyNames.ts'
import { useKeys } from '../keys.ts'
import { TyreRing, Wordmark } from './logo.tsx'
import { Menu } from './menu.tsx'
import { toggleRail } from './side.ts'

const key = '['

export function Side({ pages, isRail }: { readonly pages: PagesMetadata; readonly isRail: boolean }) {
  const t = useText()
  useKeys([{ keys: key, label: 'ui.menu.toggle', group: 'general', run: toggleRail }])
  const label = t(isRail ? 'ui.menu.expand' : 'ui.menu.collapse')
  return (
    <aside className="side">
      <Link to="/" className="home" aria-label={t('ui.home')}>
        {isRail ? (
          <span className="wordmark">
            <TyreRing />
          </span>
        ) : (
          <Wordmark />
        )}
      </Link>
      <Menu pages={pages} isRail={isRail} />
      <button
        type="button"
        className="side-toggle"
        aria-label={label}
        aria-keyshortcuts={ariaKeys(key)}
        title={`${label} (${keysText(key, t)})`}
        onClick={toggleRail}
      >
        <i className={isRail ? 'pi pi-angle-double-right' : 'pi pi-angle-double-left'} aria-hidden="true" />
        {!isRail && <span>{label}</span>}
      </button>
    </aside>
  )
}
