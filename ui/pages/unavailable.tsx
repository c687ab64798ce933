/** Shown when the profile could not be loaded. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { profileKey, signOut } from '../account.ts'
import { useText } from '../i18n.ts'
import { useToken } from '../session.ts'
import { Notice } from '../shell/Notice.tsx'

export default function Unavailable() {
  const t = useText()
  const queries = useQueryClient()
  const { history } = useRouter()
  const signedIn = useToken() !== undefined
  const retry = async (): Promise<void> => {
    await queries.resetQueries({ queryKey: profileKey })
    history.replace('/')
  }
  const leave = (): void => {
    signOut(queries)
    history.replace('/authorization')
  }
  return (
    <Notice icon="exclamation-triangle" title={t('ui.unavailable.title')}>
      <p>{t('ui.unavailable.text')}</p>
      <button type="button" className="button primary wide" onClick={retry}>
        <i className="pi pi-refresh" aria-hidden />
        {t('ui.retry')}
      </button>
      {signedIn && (
        <button type="button" className="button wide" onClick={leave}>
          {t('ui.signOut')}
        </button>
      )}
    </Notice>
  )
}
