/** The profile could not be loaded. */
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { profileKey, signOut } from '../account.ts'
import { useText } from '../i18n.ts'
import { useToken } from '../session.ts'
import { Bare } from '../shell/Bare.tsx'
import { useTitle } from '../shell/useTitle.ts'

export default function Unavailable() {
  const t = useText()
  const queries = useQueryClient()
  const { history } = useRouter()
  const signedIn = useToken() !== undefined
  useTitle(t('ui.unavailable.title'))
  const again = async (): Promise<void> => {
    await queries.resetQueries({ queryKey: profileKey })
    history.replace('/')
  }
  const leave = (): void => {
    signOut(queries)
    history.replace('/authorization')
  }
  return (
    <Bare>
      <section className="stack">
        <i className="pi pi-exclamation-triangle done-mark" aria-hidden />
        <h1>{t('ui.unavailable.title')}</h1>
        <p>{t('ui.unavailable.text')}</p>
        <button type="button" className="button primary wide" onClick={again}>
          <i className="pi pi-refresh" aria-hidden />
          {t('ui.retry')}
        </button>
        {signedIn && (
          <button type="button" className="button wide" onClick={leave}>
            {t('ui.signOut')}
          </button>
        )}
      </section>
    </Bare>
  )
}
