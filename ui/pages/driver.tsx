/** The page for drivers. It says that their work is in the mobile app, with the same account. */
import { useQueryClient } from '@tanstack/react-query'
import { signOut, useProfile } from '../account.ts'
import { useText } from '../i18n.ts'
import { Notice } from '../shell/Notice.tsx'

export default function Driver() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  return (
    <Notice icon="mobile" title={t('ui.driver.title')}>
      <p>{t('ui.driver.text')}</p>
      <p className="lead">{profile?.email}</p>
      <button type="button" className="button wide" onClick={() => signOut(queries)}>
        <i className="pi pi-sign-out" aria-hidden />
        {t('ui.signOut')}
      </button>
    </Notice>
  )
}
