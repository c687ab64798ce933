/**
 * The page for setting a password with the link of an e-mail, after a reset or an invitation. The token stands in the fragment of the
 * address, which no server sees. Letters of earlier versions have it in the query string: it is moved to the fragment at once, so that a
 * reload does not send it again.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import type { FormMetadata } from '../../src/contract/form.ts'
import { profileQuery, signInByPassword } from '../account.ts'
import { alerts } from '../alerts.ts'
import { ApiProblem, call } from '../api.ts'
import { withLeast } from '../forms.ts'
import { useText } from '../i18n.ts'
import { FormScreen } from '../parts/form/FormScreen.tsx'
import { read } from '../query.ts'
import { forgetBrowser } from '../remembered.ts'
import { clearSession } from '../session.ts'
import { Bare } from '../shell/Bare.tsx'
import { useTitle } from '../shell/useTitle.ts'

const path = '/api/Authorization/SetNewPassword/setNewPassword'

/** The link has expired. This is shown before a password is typed, with the way to get a new link. */
function Expired() {
  const t = useText()
  const [sent, setSent] = useState(false)
  const back = (
    <Link to="/authorization" className="link">
      <i className="pi pi-arrow-left" aria-hidden /> {t('ui.backToSignIn')}
    </Link>
  )
  if (sent) {
    return (
      <Bare>
        <section className="stack" role="status">
          <i className="pi pi-check-circle done-mark" aria-hidden />
          <h1>{t('ui.forgot.sent')}</h1>
          <p>{t('ui.forgot.sent.text')}</p>
          {back}
        </section>
      </Bare>
    )
  }
  return (
    <Bare>
      <FormScreen
        command="users.forgotPassword"
        head={
          <>
            <h1>{t('ui.newPassword.expired')}</h1>
            <p>{t('ui.newPassword.expired.text')}</p>
          </>
        }
        end={submitting => (
          <>
            <button type="submit" className="button primary wide" aria-disabled={submitting}>
              {t('ui.newPassword.sendAgain')}
            </button>
            {back}
          </>
        )}
        send={async body => {
          await call('POST', '/api/Authorization/forgot-password', body, { open: true })
          setSent(true)
        }}
      />
    </Bare>
  )
}

const tokenIn = (part: string): string => new URLSearchParams(part).get('token') ?? ''

/** The token of the link; '' if there is none. */
function useToken(): string {
  const inFragment = useRouterState({ select: ({ location }) => tokenIn(location.hash) })
  const inQuery = useRouterState({ select: ({ location }) => tokenIn(location.searchStr) })
  const navigate = useNavigate()
  useEffect(() => {
    if (inQuery) void navigate({ to: '/setnewPassword', hash: `token=${inQuery}`, replace: true })
  }, [inQuery, navigate])
  return inQuery || inFragment
}

/**
 * Signs in with the password that was just set, in place of whoever was signed in here, and goes home. What the sign-in page asks for besides,
 * such as a code, it asks for there: `otherwise` then says that the password is set.
 * @param done what is said once the person is in
 */
function useEntering(done: string, otherwise: () => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async (email: string | undefined, password: string): Promise<void> => {
    clearSession()
    forgetBrowser()
    queries.clear()
    const isIn = email !== undefined && (await signInByPassword({ email, password }).catch(() => false))
    if (!isIn) return otherwise()
    alerts.success(done)
    // the guards lead on from there, as after any sign-in: home, or where one has to wait and may ask for no pages
    await queries.prefetchQuery(profileQuery)
    await navigate({ to: '/authorization', replace: true })
  }
}

export default function SetNewPassword() {
  const t = useText()
  const token = useToken()
  const source = useMemo(() => ({ token }), [token])
  // a link that was used is no more, which must not be taken for one that has run out
  const [isUsed, setUsed] = useState(false)
  const [done, setDone] = useState(false)
  useTitle(t('ui.newPassword.title'))
  // A refused password has its own error. Every other error means that the link is not valid.
  const refuse = (error: unknown): never => {
    const link = error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.errors.length === 0
    throw link ? new ApiProblem({ ...error.problem, detail: t('ui.newPassword.expired') }) : error
  }
  const { data: link } = useQuery({
    queryKey: ['users', 'link', token],
    queryFn: async () => {
      const options = { open: true, linkToken: token }
      return (await read('/api/Authorization/SetNewPassword/link', {}, options)).data
    },
    enabled: token !== '' && !isUsed
  })
  // nobody resets a password that was never set
  const isSet = t(link?.isFirst ? 'ui.inactive.step.password' : 'users.setNewPassword.done')
  const enter = useEntering(isSet, () => setDone(true))
  const least = link?.passwordMin
  const adapt = useMemo(
    () => (least ? (form: FormMetadata) => withLeast(form, ['password', 'passwordConfirm'], least) : undefined),
    [least]
  )
  if (!isUsed && (!token || link?.valid === false)) return <Expired />
  if (done) {
    return (
      <Bare>
        <section className="stack" role="status">
          <i className="pi pi-check-circle done-mark" aria-hidden />
          <h1>{isSet}</h1>
          <p>{t('ui.newPassword.done.text')}</p>
          <Link to="/authorization" className="button primary wide">
            {t('ui.signIn')}
          </Link>
        </section>
      </Bare>
    )
  }
  const end = (submitting: boolean) => (
    <>
      <div className="actions">
        <button type="submit" className="button primary" aria-disabled={submitting}>
          {t('ui.newPassword.send')}
        </button>
        <Link to="/authorization" className="button">
          {t('ui.cancel')}
        </Link>
      </div>
    </>
  )
  return (
    <Bare>
      <FormScreen
        command="users.setNewPassword"
        adapt={adapt}
        head={
          <>
            <h1>{t('ui.newPassword.title')}</h1>
            <input hidden readOnly name="username" autoComplete="username" value={link?.email ?? ''} />
          </>
        }
        end={end}
        source={source}
        send={async body => {
          await call('POST', path, body, { open: true }).catch(refuse)
          setUsed(true)
          await enter(link?.email, String(body.password))
        }}
      />
    </Bare>
  )
}
