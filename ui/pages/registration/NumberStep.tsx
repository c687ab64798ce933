/** Step 1: the tax number and its country. The number is checked while it is typed. The register is asked when it is sent. */
import { useCallback, useMemo, useState } from 'react'
import { exampleForRegistryCode } from '../../../src/contract/tax-numbers.ts'
import { errorText } from '../../alerts.ts'
import { ApiProblem } from '../../api.ts'
import { useFormOf } from '../../forms.ts'
import { language, useText } from '../../i18n.ts'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import { faultsOf, presentSchema, type Values } from '../../parts/form/formValues.ts'
import { send } from '../../query.ts'
import { area } from '../../session.ts'
import { Head } from './Head.tsx'
import { countryOf, isPolish, type LookUp, type Step } from './progress.ts'

const command = 'companies.verifyCompany'

export const lookUp = async (taxNumber: unknown, country: unknown): Promise<LookUp> =>
  (await send('POST /api/Companies/VerifyCompany', {}, { taxNumber, country })).data

/** The next step after the answer. */
export const stepOf = (looked: LookUp): Step =>
  looked.alreadyRegistered ? { kind: 'join', looked } : { kind: 'company', country: looked.country, looked }

/** Whether the register could not answer, although the call was correct. The person can then type the data in. */
const isNoAnswer = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && (error.status === 429 || error.status >= 500)

interface NumberStepProps {
  readonly typed: Values | undefined
  readonly onTyped: (values: Values) => void
  readonly go: (step: Step) => void
}

export function NumberStep({ typed, onTyped, go }: NumberStepProps) {
  const t = useText()
  const [values, setValues] = useState<Values>(typed ?? {})
  const source = useMemo(() => ({ country: countryOf(language()) }), [])
  const country = Number(values.country ?? source.country)
  const change = useCallback(
    (now: Values) => {
      setValues(now)
      onTyped(now)
    },
    [onTyped]
  )
  const send = async ({ taxNumber, country: of }: Record<string, unknown>): Promise<void> => {
    try {
      go(stepOf(await lookUp(taxNumber, of)))
    } catch (error) {
      if (!isNoAnswer(error)) throw error
      const sentence = error.status === 503 ? errorText(error) : t('registration.byHand')
      go({ kind: 'company', country: Number(of), taxNumber: String(taxNumber), sentence })
    }
  }
  return (
    <FormScreen
      command={command}
      head={<Head step={0} title={t('registration.title')} text={t('registration.number.text')} />}
      source={source}
      draft={typed}
      onChange={change}
      send={send}
      end={submitting => (
        <>
          <Verdict values={values} />
          <button type="submit" className="button primary wide" aria-disabled={submitting}>
            {submitting && <i className="pi pi-spinner parts-spin" aria-hidden />}
            {t('registration.next')}
          </button>
          <div className="registration-ways">
            {!isPolish(country) && (
              <button type="button" className="link" onClick={() => go({ kind: 'company', country })}>
                {t('registration.withoutNumber')}
              </button>
            )}
            <button type="button" className="link" onClick={() => go({ kind: 'person', country })}>
              {t(area() === 'admin' ? 'registration.person.staff' : 'registration.person')}
            </button>
          </div>
        </>
      )}
    />
  )
}

const shortest = 8

/** The result of checking the number while it is typed. It is shown only when the number can be complete. */
function Verdict({ values }: { readonly values: Values }) {
  const t = useText()
  const { data: form } = useFormOf(command)
  const typed = String(values.taxNumber ?? '').trim()
  const fault = form && faultsOf(form, values).find(({ path }) => path === 'taxNumber')
  const field = form?.fields.find(({ name }) => name === 'taxNumber')
  const example = form && field && exampleForRegistryCode(presentSchema(form, field, values).format ?? '', typed)
  const isWhole = typed.length >= (isPolish(values.country) ? 10 : shortest)
  return (
    <p className="registration-verdict" role="status" data-fault={fault ? true : undefined}>
      {isWhole && (
        <>
          <i className={`pi ${fault ? 'pi-exclamation-circle' : 'pi-check-circle'}`} aria-hidden />
          {fault && (example ? t('registration.number.registryCode', { example }) : t(fault.message, fault.params))}
          {!fault && t('registration.number.right')}
        </>
      )}
    </p>
  )
}
