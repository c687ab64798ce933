/** The session has ended under someone's hands: they sign in again here, and the calls that waited go on. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signIn, signOut, useProfile } from '../account.ts'
import { onSessionEnd } from '../api.ts'
import { PasswordField } from '../elements/fields.tsx'
import { Modal } from '../elements/Modal.tsx'
import { useText } from '../i18n.ts'
import { useSending } from './useSending.ts'

type Answer = (again: boolean) => void

export function SignInAgain() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const [waiting, setWaiting] = useState<{ answer: Answer } | undefined>()
  const { sending, problem, send } = useSending()
  useEffect(() => {
    onSessionEnd(() => new Promise<boolean>(answer => setWaiting({ answer })))
  }, [])
  const finish = (again: boolean): void => {
    waiting?.answer(again)
    setWaiting(undefined)
    if (again) queries.invalidateQueries()
    else signOut(queries)
  }
  const submit = (data: FormData): Promise<void> =>
    send(async () => {
      await signIn(profile?.email ?? String(data.get('email')), String(data.get('password')))
      finish(true)
    })
  return (
    <Modal open={waiting !== undefined} title={t('ui.again.title')}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
      >
        <p>{t('ui.again.text')}</p>
        <label className="field">
          <span>{t('ui.email')}</span>
          <input
            className="input"
            type="email"
            name="email"
            autoComplete="username"
            required
            readOnly={profile !== undefined}
            defaultValue={profile?.email}
          />
        </label>
        <PasswordField name="password" label={t('ui.password')} autoComplete="current-password" data-autofocus />
        {problem && (
          <p className="note tone-danger" role="alert">
            {problem}
          </p>
        )}
        <div className="actions">
          <button type="submit" className="button primary" disabled={sending}>
            {t('ui.signIn')}
          </button>
          <button type="button" className="button" onClick={() => finish(false)}>
            {t('ui.signOut')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
