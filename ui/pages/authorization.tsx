/**
 * The page for signing in, with the form for a forgotten password. The back office adds the sign-up of staff, and the portal the
 * registration.
 */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { type Credentials, signIn, signInByPassword, useProfile } from '../account.ts'
import { call } from '../api.ts'
import { attempt } from '../attempt.ts'
import { Boundary } from '../elements/Boundary.tsx'
import { lazyPart } from '../elements/lazyPart.tsx'
import { Skeleton } from '../elements/states.tsx'
import { useExternal } from '../external.ts'
import { fetchForm, withoutRemember } from '../forms.ts'
import { useText } from '../i18n.ts'
import { FormScreen } from '../parts/form/FormScreen.tsx'
import { area } from '../session.ts'
import { Bare } from '../shell/Bare.tsx'
import { CodeForm } from '../shell/security/CodeForm.tsx'
import { useTitle } from '../shell/useTitle.ts'
import { useUrlState } from '../useUrlState.ts'

/** Loads the registration together with the form control that its forms need. */
const Registration = lazyPart(async () => {
  const [screen] = await Promise.all([import('./registration/Registration.tsx'), import('./registration/register.ts')])
  return screen
}).Component

/** Whether the back office takes sign-ups of staff: the setting STAFF_SIGN_UP, which the server writes into the page. */
const isSignUpOffered = (): boolean =>
  area() === 'admin' && document.querySelector<HTMLMetaElement>('meta[name=staff-sign-up]')?.content !== 'closed'

type Panel = 'signIn' | 'forgot' | 'signUp' | 'forgotSent' | 'signedUp' | 'register'
interface PanelProps {
  readonly go: (panel: Panel) => void
}

interface EndProps {
  readonly label: string
  readonly submitting: boolean
  readonly children: ReactNode
}

const End = ({ label, submitting, children }: EndProps) => (
  <>
    <button type="submit" className="button primary wide" aria-disabled={submitting}>
      {submitting && <i className="pi pi-spinner parts-spin" aria-hidden />}
      {label}
    </button>
    {children}
  </>
)

const Head = ({ title, text }: { readonly title: string; readonly text?: string }) => (
  <>
    <h1>{title}</h1>
    {text && <p>{text}</p>}
  </>
)

interface CodeStepProps {
  readonly send: (code: string) => Promise<unknown>
  readonly onBack: () => void
}

/** The second step for accounts with a second factor. */
function CodeStep({ send, onBack }: CodeStepProps) {
  const t = useText()
  return (
    <CodeForm
      send={send}
      screen={submitting => (
        <End label={t('ui.signIn')} submitting={submitting}>
          <button type="button" className="link" onClick={onBack}>
            <i className="pi pi-arrow-left" aria-hidden /> {t('ui.backToSignIn')}
          </button>
        </End>
      )}
    >
      <Head title={t('ui.security.secondFactor')} text={t('errors.users.codeRequired')} />
    </CodeForm>
  )
}

interface TypingProps extends PanelProps {
  readonly onEmail: (email: string) => void
}

function SignIn({ go, onEmail }: TypingProps) {
  const t = useText()
  const [half, setHalf] = useState<Credentials>()
  const links = (
    <div className="links">
      <button type="button" className="link" onClick={() => go('forgot')}>
        {t('ui.forgot.link')}
      </button>
      {isSignUpOffered() && (
        <button type="button" className="link" onClick={() => go('signUp')}>
          {t('ui.signUp.link')}
        </button>
      )}
      {area() === 'portal' && (
        <button type="button" className="link" onClick={() => go('register')}>
          {t('registration.link')}
        </button>
      )}
      <Link to="/price-list" className="link">
        {t('pricing.priceList.title')}
      </Link>
    </div>
  )
  const external = useExternal()
  if (external.sendCode) return <CodeStep send={external.sendCode} onBack={() => location.reload()} />
  if (half) return <CodeStep send={code => signIn(half, code)} onBack={() => setHalf(undefined)} />
  return (
    <FormScreen
      command="users.signIn"
      head={
        <>
          <Head title={t('ui.signIn.title')} />
          {/* beside a wide form it stands large */}
          {area() === 'portal' && <p className="bare-lead">{t('ui.lead.portal')}</p>}
          {external.refused && (
            <p className="note tone-danger" role="alert">
              {external.refused}
            </p>
          )}
        </>
      }
      end={submitting => (
        <End label={t('ui.signIn')} submitting={submitting}>
          {external.isOffered && (
            <button type="button" className="button wide" aria-disabled={external.isBusy} onClick={external.begin}>
              <i className="pi pi-building" aria-hidden />
              {t('users.beginExternal.label')}
            </button>
          )}
          {links}
        </End>
      )}
      onChange={({ email }) => onEmail(String(email ?? '').trim())}
      adapt={area() === 'portal' ? undefined : withoutRemember}
      send={async ({ email, password, remember }) => {
        const credentials = { email: String(email).trim(), password: String(password), remember: remember === true }
        if (!(await signInByPassword(credentials))) setHalf(credentials)
      }}
    />
  )
}

interface EmailProps extends PanelProps {
  /** The e-mail that was typed on the sign-in form before. */
  readonly email: string
}

function Forgot({ go, email }: EmailProps) {
  const t = useText()
  const source = useMemo(() => ({ email }), [email])
  return (
    <FormScreen
      command="users.forgotPassword"
      head={<Head title={t('ui.forgot.title')} text={t('ui.forgot.text')} />}
      source={source}
      end={submitting => (
        <End label={t('ui.forgot.send')} submitting={submitting}>
          <Back go={go} />
        </End>
      )}
      send={async body => {
        await call('POST', '/api/Authorization/forgot-password', body, { open: true })
        go('forgotSent')
      }}
    />
  )
}

function SignUp({ go }: PanelProps) {
  const t = useText()
  return (
    <FormScreen
      command="users.signUp"
      head={<Head title={t('ui.signUp.title')} text={t('ui.signUp.text')} />}
      end={submitting => (
        <End label={t('ui.signUp.send')} submitting={submitting}>
          <Back go={go} />
        </End>
      )}
      send={async body => {
        await call('POST', '/api/Authorization/sign-up', body, { open: true })
        go('signedUp')
      }}
    />
  )
}

interface DoneProps extends PanelProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Done({ title, text, go, children }: DoneProps) {
  return (
    <section className="stack" role="status">
      <i className="pi pi-check-circle done-mark" aria-hidden />
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
      <Back go={go} />
    </section>
  )
}

function Back({ go }: PanelProps) {
  const t = useText()
  return (
    <button type="button" className="link" onClick={() => go('signIn')}>
      <i className="pi pi-arrow-left" aria-hidden /> {t('ui.backToSignIn')}
    </button>
  )
}

/** The forms that a link of this page opens. They are loaded after the first form, so that they open without delay. */
const next = (): readonly string[] =>
  isSignUpOffered() ? ['users.forgotPassword', 'users.signUp'] : ['users.forgotPassword']

/** Whether the URL names the registration. It is in the URL so that a reload keeps it open. */
const isInAddress = (query: string): { readonly register: boolean } => ({
  register: area() === 'portal' && new URLSearchParams(query).has('register')
})
const withRegister = (query: string, { register }: { readonly register?: boolean }): string => {
  const search = new URLSearchParams(query)
  if (register) search.set('register', '1')
  else search.delete('register')
  const text = search.toString()
  return text && `?${text}`
}

interface Sent {
  readonly message: string
  readonly email: string
}

/** A letter may be lost: another link, which sets the password as well. Once asked for, it is said instead of offered. */
function SendAgain({ email }: { readonly email: string }) {
  const t = useText()
  const [isSent, setSent] = useState(false)
  const send = async (): Promise<void> => {
    await call('POST', '/api/Authorization/forgot-password', { email }, { open: true })
    setSent(true)
  }
  if (isSent) return <p>{t('ui.forgot.sent.text')}</p>
  return (
    <button type="button" className="button" onClick={() => attempt(send)}>
      {t('registration.again')}
    </button>
  )
}

function Register({ go, email }: EmailProps) {
  const t = useText()
  const { data: profile } = useProfile()
  const [sent, setSent] = useState<Sent>()
  if (sent)
    return (
      <Done title={t('registration.done')} text={t(sent.message, { email: sent.email })} go={go}>
        <SendAgain email={sent.email} />
      </Done>
    )
  return (
    <>
      <Boundary waiting={<Skeleton rows={4} />}>
        <Registration email={profile?.email ?? email} onDone={(message, email) => setSent({ message, email })} />
      </Boundary>
      <Back go={go} />
    </>
  )
}

export default function Authorization() {
  const t = useText()
  const [{ register }, setUrl] = useUrlState(isInAddress, withRegister)
  const [shown, show] = useState<Panel>('signIn')
  const [email, setEmail] = useState('')
  const panel = register ? 'register' : shown
  const go = (next: Panel): void => {
    setUrl({ register: next === 'register' }, 'push')
    if (next !== 'register') show(next)
  }
  useTitle(t(register ? 'registration.title' : 'ui.signIn.title'))
  useEffect(() => {
    for (const command of next()) fetchForm(command).catch(() => undefined)
  }, [])
  return (
    <Bare>
      {panel === 'signIn' && <SignIn go={go} onEmail={setEmail} />}
      {panel === 'register' && <Register go={go} email={email} />}
      {panel === 'forgot' && <Forgot go={go} email={email} />}
      {panel === 'signUp' && <SignUp go={go} />}
      {panel === 'forgotSent' && <Done title={t('ui.forgot.sent')} text={t('ui.forgot.sent.text')} go={go} />}
      {panel === 'signedUp' && <Done title={t('ui.signUp.done')} text={t('ui.signUp.done.text')} go={go} />}
    </Bare>
  )
}
