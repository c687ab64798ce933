/**
 * The page for an account that is not activated yet, or whose data is incomplete. Once activated, the person goes to the home
 * page.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { roles } from '../../src/contract/roles.ts'
import { profileKey, signOut, useProfile } from '../account.ts'
import { useAlerts } from '../alerts.ts'
import { useText } from '../i18n.ts'
import { Bare } from '../shell/Bare.tsx'
import { useOwnProfile, useSecurity } from '../shell/OwnProfile.tsx'
import { useTitle } from '../shell/useTitle.ts'

const lookEveryMs = 30_000
const AddPlace = lazy(() => import('./waiting/AddPlace.tsx'))

export default function Inactive() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const own = useOwnProfile()
  const security = useSecurity()
  /** Somebody has shut the account: it cannot complete anything. One that was never confirmed has no role. */
  const isDeactivated = profile !== undefined && profile.role !== null && !profile.isActivated
  const lacksOwnData = profile && !isDeactivated && !(profile.firstName && profile.lastName && profile.phone)
  // By the specification, an alert that was just shown comes before the text of this page.
  const isQuiet = useAlerts().length === 0
  const lacksPlace = profile?.role === roles.CLIENT_ADMIN && !isDeactivated && !profile.hasReceptionPlace
  const text = isDeactivated ? 'deactivated' : profile?.isActivated ? 'incomplete' : 'waiting'
  const title = t(isDeactivated ? 'ui.inactive.deactivated.title' : 'ui.inactive.title')
  useTitle(title)
  useEffect(() => {
    const timer = setInterval(() => queries.invalidateQueries({ queryKey: profileKey }), lookEveryMs)
    return () => clearInterval(timer)
  }, [queries])
  return (
    <Bare>
      <section className="stack">
        <i className="pi pi-hourglass done-mark" aria-hidden />
        <h1>{title}</h1>
        <p className="lead">{profile?.email}</p>
        <p>{t(`ui.inactive.${text}`)}</p>
        {lacksOwnData && (
          <button type="button" className="button primary wide" onClick={own.open}>
            <i className="pi pi-user-edit" aria-hidden />
            {t('ui.inactive.complete')}
          </button>
        )}
        {profile?.needsSecondFactor && !isDeactivated && (
          <>
            <p>{t('ui.security.required')}</p>
            <button type="button" className="button primary wide" onClick={security.open}>
              <i className="pi pi-shield" aria-hidden />
              {t('users.beginSecondFactor.label')}
            </button>
          </>
        )}
        {profile && lacksPlace && isQuiet && (
          <Suspense>
            <AddPlace profile={profile} />
          </Suspense>
        )}
        <Link className="button wide" to="/price-list">
          <i className="pi pi-tag" aria-hidden />
          {t('ui.priceList')}
        </Link>
        <button type="button" className="button wide" onClick={() => signOut(queries)}>
          <i className="pi pi-sign-out" aria-hidden />
          {t('ui.signOut')}
        </button>
      </section>
      {own.dialog}
      {security.dialog}
    </Bare>
  )
}
