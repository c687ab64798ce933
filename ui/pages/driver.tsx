/** A driver works in the mobile app, with this account. */
import { useQueryClient } from '@tanstack/react-query'
import { signOut, useProfile } from '../account.ts'
import { useText } from '../i18n.ts'
import { Bare } from '../shell/Bare.tsx'
import { useTitle } from '../shell/useTitle.ts'

export default function Driver() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  useTitle(t('ui.driver.title'))
  return (
    <Bare>
      <section className="stack">
        <i className="pi pi-mobile done-mark" aria-hidden />
        <h1>{t('ui.driver.title')}</h1>
        <p>{t('ui.driver.text')}</p>
        <p className="lead">{profile?.email}</p>
        <button type="button" className="button wide" onClick={() => signOut(queries)}>
          <i className="pi pi-sign-out" aria-hidden />
          {t('ui.signOut')}
        </button>
      </section>
    </Bare>
  )
}
