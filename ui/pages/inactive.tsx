/** An account that waits: not activated yet, or its data is not complete. It goes home by itself once it may. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileKey, signOut, useProfile } from '../account.ts'
import { useText } from '../i18n.ts'
import { Bare } from '../shell/Bare.tsx'
import { useOwnProfile } from '../shell/OwnProfile.tsx'
import { useTitle } from '../shell/useTitle.ts'

const lookEveryMs = 30_000

export default function Inactive() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const own = useOwnProfile()
  const lacksOwnData = profile && !(profile.firstName && profile.lastName && profile.phone)
  useTitle(t('ui.inactive.title'))
  useEffect(() => {
    const timer = setInterval(() => queries.invalidateQueries({ queryKey: profileKey }), lookEveryMs)
    return () => clearInterval(timer)
  }, [queries])
  return (
    <Bare>
      <section className="stack">
        <i className="pi pi-hourglass done-mark" aria-hidden />
        <h1>{t('ui.inactive.title')}</h1>
        <p className="lead">{profile?.email}</p>
        <p>{t(profile?.isActivated ? 'ui.inactive.incomplete' : 'ui.inactive.waiting')}</p>
        {lacksOwnData && (
          <button type="button" className="button primary wide" onClick={own.open}>
            <i className="pi pi-user-edit" aria-hidden />
            {t('ui.inactive.complete')}
          </button>
        )}
        <button type="button" className="button wide" onClick={() => signOut(queries)}>
          <i className="pi pi-sign-out" aria-hidden />
          {t('ui.signOut')}
        </button>
      </section>
      {own.dialog}
    </Bare>
  )
}
