/** A new password, by the link of an e-mail: a reset or an invitation. The token is read from the query string. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ApiProblem, call } from '../api.ts'
import { useText } from '../i18n.ts'
import { FormScreen } from '../parts/form/FormScreen.tsx'
import { Bare } from '../shell/Bare.tsx'
import { useTitle } from '../shell/useTitle.ts'

const path = '/api/Authorization/SetNewPassword/setNewPassword'

export default function SetNewPassword() {
  const t = useText()
  const token = useRouterState({ select: state => new URLSearchParams(state.location.searchStr).get('token') ?? '' })
  const source = useMemo(() => ({ token }), [token])
  const [done, setDone] = useState(false)
  useTitle(t('ui.newPassword.title'))
  // a refused password says why; every other refusal is the link's
  const refuse = (error: unknown): never => {
    const link = error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.errors.length === 0
    throw link ? new ApiProblem({ ...error.problem, detail: t('ui.newPassword.expired') }) : error
  }
  if (done) {
    return (
      <Bare>
        <section className="stack" role="status">
          <i className="pi pi-check-circle done-mark" aria-hidden />
          <h1>{t('ui.newPassword.done')}</h1>
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
        <button type="submit" className="button primary" disabled={!token} aria-disabled={submitting}>
          {t('ui.newPassword.send')}
        </button>
        <Link to="/authorization" className="button">
          {t('ui.cancel')}
        </Link>
      </div>
      {!token && <p className="note tone-danger">{t('ui.newPassword.expired')}</p>}
    </>
  )
  return (
    <Bare>
      <FormScreen
        command="users.setNewPassword"
        head={
          <>
            <h1>{t('ui.newPassword.title')}</h1>
            <input hidden readOnly name="username" autoComplete="username" />
          </>
        }
        end={end}
        source={source}
        closed={!token}
        send={async body => {
          await call('POST', path, body, { open: true }).catch(refuse)
          setDone(true)
        }}
      />
    </Bare>
  )
}
