/**
 * The page for an account that is not activated yet, or whose data is incomplete. Once activated, the person goes to the home
 * page.
 */

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { roles } from '../../src/contract/roles.ts'
import { type Profile, signOut, useProfile } from '../account.ts'
import { useAlerts } from '../alerts.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { useText } from '../i18n.ts'
import { Bare } from '../shell/Bare.tsx'
import { useOwnProfile, useSecurity } from '../shell/OwnProfile.tsx'
import { useTitle } from '../shell/useTitle.ts'

const lookEveryMs = 30_000
const AddPlace = lazyPart(() => import('./waiting/AddPlace.tsx')).Component

interface State {
  readonly icon: string
  /** Message keys. */
  readonly title: string
  readonly text: string
  readonly reason?: string
}

/** Somebody has shut the account: it cannot complete anything. One that was never confirmed has no role. */
const isShut = ({ role, isActivated }: Profile): boolean => role !== null && !isActivated

/** What the account waits for, and what its person can do about it. */
function stateOf(profile: Profile | undefined): State {
  const waiting = { icon: 'pi-hourglass', title: 'ui.inactive.title' }
  if (profile && isShut(profile))
    return { icon: 'pi-ban', title: 'ui.inactive.deactivated.title', text: 'ui.inactive.deactivated' }
  if (!profile?.isActivated) return { ...waiting, text: 'ui.inactive.waiting' }
  const { companyDeactivationReason: reason, placesDeactivated } = profile
  if (reason !== null)
    return { icon: 'pi-ban', title: 'ui.inactive.company.title', text: 'ui.inactive.company.text', reason }
  if (placesDeactivated) return { icon: 'pi-ban', title: 'ui.inactive.places.title', text: 'ui.inactive.places.text' }
  return { ...waiting, text: 'ui.inactive.incomplete' }
}

export default function Inactive() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile(lookEveryMs)
  const profileDialog = useOwnProfile()
  const securityDialog = useSecurity()
  const isDeactivated = profile !== undefined && isShut(profile)
  const lacksOwnData = profile && !isDeactivated && !(profile.firstName && profile.lastName && profile.phone)
  // By the specification, an alert that was just shown comes before the text of this page.
  const isQuiet = useAlerts().length === 0
  const lacksPlace = profile?.role === roles.CLIENT_ADMIN && !isDeactivated && !profile.hasReceptionPlace
  const { icon, title, text, reason = '' } = stateOf(profile)
  useTitle(t(title))
  return (
    <Bare>
      <section className="stack">
        <i className={`pi ${icon} done-mark`} aria-hidden />
        <h1>{t(title)}</h1>
        <p className="lead">{profile?.email}</p>
        <p>{t(text, { reason })}</p>
        {lacksOwnData && (
          <button type="button" className="button primary wide" onClick={profileDialog.open}>
            <i className="pi pi-user-edit" aria-hidden />
            {t('ui.inactive.complete')}
          </button>
        )}
        {profile?.needsSecondFactor && !isDeactivated && (
          <>
            <p>{t('ui.security.required')}</p>
            <button type="button" className="button primary wide" onClick={securityDialog.open}>
              <i className="pi pi-shield" aria-hidden />
              {t('users.beginSecondFactor.label')}
            </button>
          </>
        )}
        {profile && lacksPlace && isQuiet && (
          <Boundary waiting={null}>
            <AddPlace profile={profile} />
          </Boundary>
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
      {profileDialog.dialog}
      {securityDialog.dialog}
    </Bare>
  )
}
