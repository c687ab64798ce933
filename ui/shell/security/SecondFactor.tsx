/** The second factor of the own account: setting it up with a QR code and a first code, its recovery codes, and turning it off. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { profileKey } from '../../account.ts'
import { alerts } from '../../alerts.ts'
import type { Sends } from '../../answers.ts'
import { call } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { copyText } from '../../elements/copyText.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { dataOf, query, send } from '../../query.ts'
import { CodeForm } from './CodeForm.tsx'
import { useCredentials } from './credentials.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'
import { sessionsKey } from './Sessions.tsx'

const path = '/api/Authorization/second-factor'

type Begun = Sends['POST /api/Authorization/second-factor']['data']
type Step =
  | { kind: 'again' | 'renew' | 'remove' }
  | { kind: 'begun'; begun: Begun }
  | { kind: 'codes'; codes: readonly string[] }

/** The empty modules that a scanner needs around the QR code. */
const margin = 4

/** A QR code. It is black on white in both themes, because scanners need that. */
function QrCode({ qr, label }: { readonly qr: Begun['qr']; readonly label: string }) {
  const side = qr.size + 2 * margin
  return (
    <svg
      className="qr"
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className="qr-light" x={-margin} y={-margin} width={side} height={side} />
      <path className="qr-dark" d={qr.path} />
    </svg>
  )
}

export function SecondFactor() {
  const t = useText()
  const queries = useQueryClient()
  const [step, setStep] = useState<Step>()
  const { data, error, refetch } = useQuery({
    ...query('ui', '/api/Authorization/second-factor'),
    select: dataOf,
    staleTime: 0,
    gcTime: 0
  })
  const { data: credentials } = useCredentials()
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!(data && credentials)) return <Skeleton rows={2} />

  const finish = (next?: Step): void => {
    setStep(next)
    void refetch()
    void queries.invalidateQueries({ queryKey: sessionsKey })
    void queries.invalidateQueries({ queryKey: profileKey })
  }
  const begin = async (password?: string): Promise<void> => {
    const { data: begun } = await send(
      'POST /api/Authorization/second-factor',
      {},
      password === undefined ? {} : { password }
    )
    setStep({ kind: 'begun', begun })
  }
  const start = (): void => {
    if (credentials.hasPassword) setStep({ kind: 'again' })
    else void attempt(() => begin())
  }
  const giveUp = (): void => setStep(undefined)
  const confirm = async (code: string): Promise<void> => {
    const { data } = await send('POST /api/Authorization/second-factor/confirm', {}, { code })
    finish({ kind: 'codes', codes: data.recoveryCodes })
  }
  const renew = async (code: string): Promise<void> => {
    const { data } = await send('POST /api/Authorization/second-factor/recovery-codes', {}, { code })
    finish({ kind: 'codes', codes: data.recoveryCodes })
  }

  if (step?.kind === 'again')
    return (
      <PasswordAgain submitLabel={t('ui.security.continue')} onCancel={giveUp} send={begin}>
        <p>{t('ui.security.again')}</p>
      </PasswordAgain>
    )
  if (step?.kind === 'begun')
    return (
      <CodeForm submitLabel={t('users.confirmSecondFactor.label')} onCancel={giveUp} send={confirm}>
        <p>{t('ui.security.scan')}</p>
        <QrCode qr={step.begun.qr} label={t('ui.security.qr')} />
        <p className="secret">
          <span>{t('ui.security.type')}</span> <code>{step.begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </CodeForm>
    )
  if (step?.kind === 'codes') return <RecoveryCodes codes={step.codes} onClose={() => finish()} />
  if (step?.kind === 'renew')
    return (
      <CodeForm submitLabel={t('users.newRecoveryCodes.label')} onCancel={giveUp} send={renew}>
        <p>{t('ui.security.renew')}</p>
      </CodeForm>
    )
  if (step?.kind === 'remove')
    return (
      <CodeForm
        danger
        submitLabel={t('users.removeSecondFactor.label')}
        onCancel={giveUp}
        send={async code => {
          await call('POST', `${path}/remove`, { code })
          alerts.success(t('users.removeSecondFactor.done'))
          finish()
        }}
      >
        <p>{t('ui.security.remove')}</p>
      </CodeForm>
    )
  if (!data.isOn)
    return (
      <>
        <p>{t(data.isRequired ? 'ui.security.required' : 'ui.security.off')}</p>
        <div className="actions">
          <button type="button" className="button primary" onClick={start}>
            <i className="pi pi-shield" aria-hidden />
            {t('users.beginSecondFactor.label')}
          </button>
        </div>
      </>
    )
  return (
    <>
      <p>{t('ui.security.on', { count: data.recoveryCodesLeft })}</p>
      {data.hasShortCodes && <p className="note tone-warning">{t('ui.security.shortCodes')}</p>}
      <div className="actions">
        <button type="button" className="button" onClick={() => setStep({ kind: 'renew' })}>
          <i className="pi pi-key" aria-hidden />
          {t('users.newRecoveryCodes.label')}
        </button>
        <button type="button" className="button" onClick={() => setStep({ kind: 'remove' })}>
          <i className="pi pi-ban" aria-hidden />
          {t('users.removeSecondFactor.label')}
        </button>
      </div>
    </>
  )
}

function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useText()
  const copy = async (): Promise<void> => {
    if (await copyText(codes.join('\n'))) alerts.success(t('ui.security.copied'))
    else alerts.error(t('ui.security.copyFailed'))
  }
  return (
    <section className="stack" role="status">
      <p>{t('ui.security.codes')}</p>
      <ul className="recovery-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button" onClick={() => void copy()}>
          <i className="pi pi-copy" aria-hidden />
          {t('ui.security.copy')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {t('ui.security.kept')}
        </button>
      </div>
    </section>
  )
}
