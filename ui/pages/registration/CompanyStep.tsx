/** Step 2 for a new company or a private person. The data of the register is filled in, and can be changed. */
import { useMemo } from 'react'
import { ApiProblem, call } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import type { Values } from '../../parts/form/formValues.ts'
import { area } from '../../session.ts'
import { End } from './End.tsx'
import { Head } from './Head.tsx'
import { NumberIs } from './NumberIs.tsx'
import { lookUp, stepOf } from './NumberStep.tsx'
import type { LookUp, Step } from './progress.ts'

export interface StepProps<S> {
  readonly step: S
  readonly keyToSend: string
  readonly typed: Values | undefined
  /** The e-mail of the person who registers, if it is known. */
  readonly email: string | undefined
  readonly onTyped: (values: Values) => void
  readonly go: (step: Step) => void
  readonly done: (message: string, email: string) => void
}

/** Sends the call of a registration: for staff, with their account; on the portal, without one. */
export const post = (path: string, body: object, key: string) =>
  call('POST', path, body, { open: area() === 'portal', key })

export const emailIn = (body: Record<string, unknown>): string =>
  String((body.contactPerson as Values | undefined)?.email ?? body.email ?? '')

/** The message key for the result of the register and what to do next. */
function noteOn({ found, name }: LookUp): string {
  if (!found) return 'registration.unknown'
  return name === null ? 'registration.confirmed' : 'registration.found'
}

type CompanyProps = StepProps<Extract<Step, { kind: 'company' }>>

export function CompanyStep({ step, keyToSend, typed, email, onTyped, go, done }: CompanyProps) {
  const t = useText()
  const { country, looked, sentence } = step
  const taxNumber = looked?.taxNumber ?? step.taxNumber
  const source = useMemo(() => {
    const { city, street, postal: postalCode } = looked?.companyAddress ?? {}
    const register = { requestId: looked?.requestId, name: looked?.name, regon: looked?.regon }
    return { country, taxNumber, ...register, department: { city, street, postalCode }, contactPerson: { email } }
  }, [country, looked, taxNumber, email])
  const note = sentence ?? (looked && t(noteOn(looked)))
  const send = async (body: Record<string, unknown>): Promise<void> => {
    try {
      await post('/api/Admin/Companies', body, keyToSend)
    } catch (error) {
      const isTaken = error instanceof ApiProblem && error.code === 'companies.alreadyRegistered'
      const now = isTaken && (await lookUp(taxNumber, country).catch(() => undefined))
      if (!now) throw error
      go(stepOf(now))
      return
    }
    done('registration.done.company', emailIn(body))
  }
  return (
    <FormScreen
      command="companies.registerCompany"
      head={
        <>
          <Head step={1} title={t('registration.company')} />
          {taxNumber && (
            <p className="registration-number">
              <NumberIs {...{ taxNumber, country }} />
              <button type="button" className="link" onClick={() => go({ kind: 'number' })}>
                {t('registration.change')}
              </button>
            </p>
          )}
          {note && <p className={`note ${looked?.found ? 'tone-success' : 'tone-warning'}`}>{note}</p>}
        </>
      }
      source={source}
      draft={typed && { ...source, ...typed, country, taxNumber }}
      onChange={onTyped}
      send={send}
      end={submitting => (
        <End label={t('registration.send')} submitting={submitting} back={() => go({ kind: 'number' })} />
      )}
    />
  )
}

type PersonProps = StepProps<Extract<Step, { kind: 'person' }>>

export function PersonStep({ step, keyToSend, typed, email, onTyped, go, done }: PersonProps) {
  const t = useText()
  const { country } = step
  const source = useMemo(() => ({ country, contactPerson: { email } }), [country, email])
  return (
    <FormScreen
      command="companies.registerPerson"
      head={<Head step={1} title={t('registration.personTitle')} text={t('registration.personText')} />}
      source={source}
      draft={typed && { ...typed, country }}
      onChange={onTyped}
      send={async body => {
        await post('/api/Admin/Companies/person', body, keyToSend)
        done('registration.done.company', emailIn(body))
      }}
      end={submitting => (
        <End label={t('registration.send')} submitting={submitting} back={() => go({ kind: 'number' })} />
      )}
    />
  )
}
