/**
 * The page for an account that is not activated yet, lacks data, or was deactivated. Once nothing is missing, the person goes to the home
 * page.
 */

import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Profile, signOut, useProfile } from '../account.ts'
import { useAlerts } from '../alerts.ts'
import { askSentence } from '../contact.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { useText } from '../i18n.ts'
import { Bare } from '../shell/Bare.tsx'
import { useOwnProfile, useSecurity } from '../shell/OwnProfile.tsx'
import { useTitle } from '../shell/useTitle.ts'
import { Steps } from './waiting/Steps.tsx'
import { type Step, standingOf } from './waiting/standing.ts'

const lookEveryMs = 30_000
const AddPlace = lazyPart(() => import('./waiting/AddPlace.tsx')).Component
const CompanyOrders = lazyPart(() => import('./waiting/CompanyOrders.tsx')).Component

export default function Inactive() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile(lookEveryMs)
  const { icon, title, text, reason = '', asks, orders, steps } = standingOf(profile)
  useTitle(t(title))
  return (
    <Bare>
      <section className="stack">
        <i className={`pi ${icon} done-mark`} aria-hidden />
        <h1>{t(title)}</h1>
        <p className="lead">{profile?.email}</p>
        <p>
          {t(text, { reason })}
          {asks && askSentence(t)}
        </p>
        {steps.length > 0 && <Steps steps={steps} />}
        {profile && <Acts profile={profile} steps={steps} />}
        <Link className="button wide" to="/price-list">
          <i className="pi pi-tag" aria-hidden />
          {t('ui.priceList')}
        </Link>
        <button type="button" className="button wide" onClick={() => signOut(queries)}>
          <i className="pi pi-sign-out" aria-hidden />
          {t('ui.signOut')}
        </button>
        {orders && (
          <Boundary waiting={null}>
            <CompanyOrders />
          </Boundary>
        )}
      </section>
    </Bare>
  )
}

/** The buttons of the steps that are the person's turn. */
function Acts({ profile, steps }: { readonly profile: Profile; readonly steps: readonly Step[] }) {
  const t = useText()
  const own = useOwnProfile()
  const security = useSecurity()
  // By the specification, an alert that was just shown comes before the text of this page.
  const isQuiet = useAlerts().length === 0
  const has = (act: Step['act']): boolean => steps.some(step => step.act === act)
  return (
    <>
      {has('details') && (
        <button type="button" className="button primary wide" onClick={own.open}>
          <i className="pi pi-user-edit" aria-hidden />
          {t('ui.inactive.complete')}
        </button>
      )}
      {has('secondFactor') && (
        <>
          <p>{t('ui.security.required')}</p>
          <button type="button" className="button primary wide" onClick={security.open}>
            <i className="pi pi-shield" aria-hidden />
            {t('users.beginSecondFactor.label')}
          </button>
        </>
      )}
      {has('place') && isQuiet && (
        <Boundary waiting={null}>
          <AddPlace profile={profile} />
        </Boundary>
      )}
      {own.dialog}
      {security.dialog}
    </>
  )
}
