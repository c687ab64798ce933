/** Sign-in, with the forgotten password, and on the back office's host the sign-up of staff. */
import { useState } from 'react'
import { signIn } from '../account.ts'
import { call } from '../api.ts'
import { PasswordField, TextField } from '../elements/fields.tsx'
import { useText } from '../i18n.ts'
import { area } from '../session.ts'
import { Bare } from '../shell/Bare.tsx'
import { useSending } from '../shell/useSending.ts'
import { useTitle } from '../shell/useTitle.ts'

type Panel = 'signIn' | 'forgot' | 'signUp' | 'forgotSent' | 'signedUp'
interface PanelProps {
  readonly go: (panel: Panel) => void
}

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? '')
const onSubmit = (work: (data: FormData) => unknown) => (event: React.SubmitEvent<HTMLFormElement>) => {
  event.preventDefault()
  work(new FormData(event.currentTarget))
}

const Problem = ({ text }: { readonly text: string | undefined }) =>
  text ? (
    <p className="note tone-danger" role="alert">
      {text}
    </p>
  ) : null

function SignIn({ go }: PanelProps) {
  const t = useText()
  const { sending, problem, send } = useSending()
  const submit = onSubmit(data => send(() => signIn(textOf(data, 'email').trim(), textOf(data, 'password'))))
  return (
    <form className="stack" onSubmit={submit}>
      <h1>{t('ui.signIn.title')}</h1>
      <TextField label={t('ui.email')} name="email" type="email" autoComplete="username" required maxLength={50} />
      <PasswordField label={t('ui.password')} name="password" autoComplete="current-password" />
      <Problem text={problem} />
      <button type="submit" className="button primary wide" disabled={sending}>
        {t('ui.signIn')}
      </button>
      <div className="links">
        <button type="button" className="link" onClick={() => go('forgot')}>
          {t('ui.forgot.link')}
        </button>
        {area() === 'admin' && (
          <button type="button" className="link" onClick={() => go('signUp')}>
            {t('ui.signUp.link')}
          </button>
        )}
      </div>
    </form>
  )
}

function Forgot({ go }: PanelProps) {
  const t = useText()
  const { sending, problem, send } = useSending()
  const submit = onSubmit(data =>
    send(async () => {
      await call('POST', '/api/Authorization/forgot-password', { email: textOf(data, 'email').trim() }, { open: true })
      go('forgotSent')
    })
  )
  return (
    <form className="stack" onSubmit={submit}>
      <h1>{t('ui.forgot.title')}</h1>
      <p>{t('ui.forgot.text')}</p>
      <TextField label={t('ui.email')} name="email" type="email" autoComplete="username" required maxLength={50} />
      <Problem text={problem} />
      <button type="submit" className="button primary wide" disabled={sending}>
        {t('ui.forgot.send')}
      </button>
      <Back go={go} />
    </form>
  )
}

function SignUp({ go }: PanelProps) {
  const t = useText()
  const { sending, problem, fields, send } = useSending()
  const submit = onSubmit(data =>
    send(async () => {
      const names = ['email', 'password', 'firstName', 'lastName', 'phone'] as const
      const body = Object.fromEntries(names.map(name => [name, textOf(data, name)]))
      await call('POST', '/api/Authorization/sign-up', body, { open: true })
      go('signedUp')
    })
  )
  return (
    <form className="stack" onSubmit={submit}>
      <h1>{t('ui.signUp.title')}</h1>
      <p>{t('ui.signUp.text')}</p>
      <div className="two">
        <TextField
          label={t('ui.firstName')}
          name="firstName"
          autoComplete="given-name"
          required
          maxLength={50}
          problem={fields.firstName}
        />
        <TextField
          label={t('ui.lastName')}
          name="lastName"
          autoComplete="family-name"
          required
          maxLength={50}
          problem={fields.lastName}
        />
      </div>
      <TextField
        label={t('ui.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={50}
        problem={fields.email}
      />
      <TextField
        label={t('ui.phone')}
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        required
        pattern="\d{9}"
        title={t('ui.phone.help')}
        help={t('ui.phone.help')}
        problem={fields.phone}
      />
      <PasswordField
        label={t('ui.password')}
        name="password"
        autoComplete="new-password"
        minLength={6}
        help={t('ui.password.help')}
        problem={fields.password}
      />
      <Problem text={problem} />
      <button type="submit" className="button primary wide" disabled={sending}>
        {t('ui.signUp.send')}
      </button>
      <Back go={go} />
    </form>
  )
}

function Done({ title, text, go }: PanelProps & { readonly title: string; readonly text: string }) {
  return (
    <section className="stack" role="status">
      <i className="pi pi-check-circle done-mark" aria-hidden />
      <h1>{title}</h1>
      <p>{text}</p>
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

export default function Authorization() {
  const t = useText()
  const [panel, go] = useState<Panel>('signIn')
  useTitle(t('ui.signIn.title'))
  return (
    <Bare>
      {panel === 'signIn' && <SignIn go={go} />}
      {panel === 'forgot' && <Forgot go={go} />}
      {panel === 'signUp' && <SignUp go={go} />}
      {panel === 'forgotSent' && <Done title={t('ui.forgot.sent')} text={t('ui.forgot.sent.text')} go={go} />}
      {panel === 'signedUp' && <Done title={t('ui.signUp.done')} text={t('ui.signUp.done.text')} go={go} />}
    </Bare>
  )
}
