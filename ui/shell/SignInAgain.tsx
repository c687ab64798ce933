/** The dialog for signing in again after the session has ended during work. The waiting calls then continue. */

import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Credentials, presentEmail, signIn, signInByPassword, signOut, useProfile } from '../account.ts'
import { onSessionEnd } from '../api.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { Modal } from '../elements/Modal.tsx'
import { Skeleton } from '../elements/states.tsx'
import { fetchForm, withoutRemember } from '../forms.ts'
import { useText } from '../i18n.ts'
import { resume } from '../remembered.ts'
import { currentToken, onToken } from '../session.ts'
import { createStore } from '../store.ts'

const command = 'users.signIn'
const fixed = ['email']
const FormScreen = lazyPart(async () => {
  fetchForm(command).catch(() => undefined)
  return { default: (await import('../parts/form/FormScreen.tsx')).FormScreen }
}).Component
const CodeForm = lazyPart(async () => ({ default: (await import('./security/CodeForm.tsx')).CodeForm })).Component

type Answer = (again: boolean) => void

/** Tells the waiting calls whether the person has signed in again; undefined while no call waits. The dialog is open as long as one does. */
const waiting = createStore<{ readonly answer: Answer } | undefined>(undefined)

function answerWaiting(again: boolean): void {
  waiting.get()?.answer(again)
  waiting.set(undefined)
}

// A person who has signed out everywhere has ended this session, too, so there is no work to continue.
onToken(() => {
  if (!currentToken()) answerWaiting(false)
})
onSessionEnd(async () => {
  if (!currentToken()) return false
  // only as the same person: unknown before the profile was read
  return (await resume(presentEmail() ?? '')) || new Promise<boolean>(answer => waiting.set({ answer }))
})

export function SignInAgain() {
  const t = useText()
  const isOpen = waiting.useValue() !== undefined
  return (
    <Modal open={isOpen} title={t('ui.again.title')}>
      <SignInForms />
    </Modal>
  )
}

function SignInForms() {
  const t = useText()
  const queries = useQueryClient()
  const { data: profile } = useProfile()
  const email = profile?.email
  const source = useMemo(() => ({ email }), [email])
  const [half, setHalf] = useState<Credentials>()
  const finish = (again: boolean): void => {
    answerWaiting(again)
    if (again) queries.invalidateQueries()
    else signOut(queries)
  }
  const end = (submitting: boolean) => (
    <div className="actions">
      <button type="submit" className="button primary" aria-disabled={submitting}>
        {submitting && <i className="pi pi-spinner parts-spin" aria-hidden />}
        {t('ui.signIn')}
      </button>
      <button type="button" className="button" onClick={() => finish(false)}>
        {t('ui.signOut')}
      </button>
    </div>
  )
  return (
    <Boundary waiting={<Skeleton rows={3} />}>
      {half ? (
        <CodeForm
          screen={end}
          send={async code => {
            await signIn(half, code)
            finish(true)
          }}
        >
          <p>{t('errors.users.codeRequired')}</p>
        </CodeForm>
      ) : (
        <FormScreen
          command={command}
          head={<p>{t('ui.again.text')}</p>}
          end={end}
          source={source}
          adapt={withoutRemember}
          {...(email !== undefined && { fixed })}
          send={async body => {
            const credentials = { email: String(body.email).trim(), password: String(body.password) }
            if (await signInByPassword(credentials)) finish(true)
            else setHalf(credentials)
          }}
        />
      )}
    </Boundary>
  )
}
