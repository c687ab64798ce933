/** A new password, by the link of an e-mail: a reset or an invitation. The token is read from the query string. */
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem, call } from '../api.ts'
import { PasswordField } from '../elements/fields.tsx'
import { useText } from '../i18n.ts'
import { Bare } from '../shell/Bare.tsx'
import { useSending } from '../shell/useSending.ts'
import { useTitle } from '../shell/useTitle.ts'

export default function SetNewPassword() {
  const t = useText()
  const token = useRouterState({ select: state => new URLSearchParams(state.location.searchStr).get('token') ?? '' })
  const [done, setDone] = useState(false)
  const [differ, setDiffer] = useState(false)
  const { sending, problem, fields, send } = useSending()
  useTitle(t('ui.newPassword.title'))
  // a refused password says why; every other refusal is the link's
  const refuse = (error: unknown): never => {
    const link = error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.errors.length === 0
    throw link ? new ApiProblem({ ...error.problem, detail: t('ui.newPassword.expired') }) : error
  }
  const submit = (event: React.SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const password = String(data.get('password'))
    const passwordConfirm = String(data.get('passwordConfirm'))
    setDiffer(password !== passwordConfirm)
    if (password !== passwordConfirm) return
    send(async () => {
      const path = '/api/Authorization/SetNewPassword/setNewPassword'
      await call('POST', path, { password, passwordConfirm, token }, { open: true }).catch(refuse)
      setDone(true)
    })
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
  return (
    <Bare>
      <form className="stack" onSubmit={submit}>
        <h1>{t('ui.newPassword.title')}</h1>
        <input hidden readOnly name="username" autoComplete="username" />
        <PasswordField
          label={t('ui.newPassword.password')}
          name="password"
          autoComplete="new-password"
          minLength={6}
          help={t('ui.password.help')}
          problem={fields.password}
        />
        <PasswordField
          label={t('ui.newPassword.confirm')}
          name="passwordConfirm"
          autoComplete="new-password"
          minLength={6}
          problem={differ ? t('ui.newPassword.differ') : fields.passwordConfirm}
        />
        {problem && (
          <p className="note tone-danger" role="alert">
            {problem}
          </p>
        )}
        <div className="actions">
          <button type="submit" className="button primary" disabled={sending || !token}>
            {t('ui.newPassword.send')}
          </button>
          <Link to="/authorization" className="button">
            {t('ui.cancel')}
          </Link>
        </div>
        {!token && <p className="note tone-danger">{t('ui.newPassword.expired')}</p>}
      </form>
    </Bare>
  )
}
