/**
 * Whoever signs in as a driver is led to the driver's application, which is a document of its own at the same address. Where that was not
 * built (`npm run dev`), this page is all there is, and leads out.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { signOut, useProfile } from '../account.ts'
import { useText } from '../i18n.ts'
import { Notice } from '../shell/Notice.tsx'

/** Whether this document was loaded from the address of the application, which the server then does not have. */
const isAllThereIs = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded !== undefined && new URL(loaded.name).pathname === '/driver/app'
}

export default function Driver() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const stays = isAllThereIs()
  useEffect(() => {
    if (!stays) location.replace('/driver/app')
  }, [stays])
  if (!stays) return null
  return (
    <Notice icon="mobile" title={t('ui.noPage')}>
      <p className="lead">{profile?.email}</p>
      <button type="button" className="button wide" onClick={() => signOut(queries)}>
        <i className="pi pi-sign-out" aria-hidden />
        {t('ui.signOut')}
      </button>
    </Notice>
  )
}
