/** The popup of the signed-in person: their name and profile, the theme, signing out. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isClient, signOut, useProfile } from '../account.ts'
import { alerts } from '../alerts.ts'
import { ContactLinks } from '../elements/ContactLinks.tsx'
import { Popup } from '../elements/Popup.tsx'
import { usePhone } from '../elements/usePhone.ts'
import { useText } from '../i18n.ts'
import type { Theme } from '../theme/theme.ts'
import { setTheme, themes, useTheme } from '../theme/theme.ts'
import { queryText } from '../urlQuery.ts'
import { ownVersion } from '../version.ts'
import { openKeyList } from './Keys.tsx'
import { useOwnCompany, useOwnProfile, useSecurity } from './OwnProfile.tsx'

const icons: Record<Theme, string> = { light: 'sun', dark: 'moon', system: 'desktop' }

export function ThemeSwitch() {
  const t = useText()
  const current = useTheme()
  return (
    <fieldset className="segments">
      <legend>{t('ui.theme')}</legend>
      <div>
        {themes.map(theme => (
          <label key={theme}>
            <input type="radio" name="theme" checked={theme === current} onChange={() => setTheme(theme)} />
            <span className="segment">
              <i className={`pi pi-${icons[theme]}`} aria-hidden />
              {t(`ui.theme.${theme}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The query key of links in letters that lead to the settings of the account. */
const settingsKey = 'settings'

/** Opens the settings once if the URL asks for it, and takes that out of the URL. */
function useSettingsOfUrl(open: () => void): void {
  const { history } = useRouter()
  const isAsked = useRouterState({ select: state => new URLSearchParams(state.location.searchStr).has(settingsKey) })
  useEffect(() => {
    if (!isAsked) return
    const { pathname, search, hash } = history.location
    const params = new URLSearchParams(search)
    params.delete(settingsKey)
    history.replace(`${pathname}${queryText(params)}${hash}`, undefined, { ignoreBlocker: true })
    open()
  }, [isAsked, history, open])
}

export function UserPopup() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const name = [profile?.firstName, profile?.lastName].filter(Boolean).join(' ')
  const initials = [profile?.firstName, profile?.lastName].map(part => part?.[0] ?? '').join('')
  const leave = (): void => {
    alerts.clear()
    signOut(queries)
  }
  const phone = usePhone()
  const version = ownVersion()
  const profileDialog = useOwnProfile()
  const securityDialog = useSecurity()
  const companyDialog = useOwnCompany()
  useSettingsOfUrl(securityDialog.open)
  return (
    <>
      <Popup
        label={t('ui.user.menu')}
        className="user-panel"
        button={
          <span className="avatar" aria-hidden>
            {initials || <i className="pi pi-user" />}
          </span>
        }
      >
        <p className="user-name">
          <strong>{name}</strong>
          <span>{profile?.email}</span>
        </p>
        <button type="button" className="button quiet wide" data-closes-popup onClick={profileDialog.open}>
          <i className="pi pi-user-edit" aria-hidden />
          {t('ui.user.profile')}
        </button>
        <button type="button" className="button quiet wide" data-closes-popup onClick={securityDialog.open}>
          <i className="pi pi-shield" aria-hidden />
          {t('ui.security.title')}
        </button>
        {profile && isClient(profile) && (
          <button type="button" className="button quiet wide" data-closes-popup onClick={companyDialog.open}>
            <i className="pi pi-building" aria-hidden />
            {t('ui.company.title')}
          </button>
        )}
        {!phone && (
          <button type="button" className="button quiet wide" data-closes-popup onClick={openKeyList}>
            <i className="pi pi-bolt" aria-hidden />
            {t('ui.keys.title')}
          </button>
        )}
        <ThemeSwitch />
        <ContactLinks />
        <button type="button" className="button quiet wide" onClick={leave}>
          <i className="pi pi-sign-out" aria-hidden />
          {t('ui.signOut')}
        </button>
        {version && <p className="user-version">{t('ui.version', { version })}</p>}
      </Popup>
      {profileDialog.dialog}
      {securityDialog.dialog}
      {companyDialog.dialog}
    </>
  )
}
