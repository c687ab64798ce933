/** Step 2 for a registered company: it adds a person to a department, or a further department with its first person. */
import { useId, useMemo, useRef, useState } from 'react'
import { ApiProblem } from '../../api.ts'
import { language, useText } from '../../i18n.ts'
import { Either } from '../../parts/form/Either.tsx'
import { FormScreen } from '../../parts/form/FormScreen.tsx'
import type { Values } from '../../parts/form/formValues.ts'
import { emailIn, post, type StepProps } from './CompanyStep.tsx'
import { End } from './End.tsx'
import { Head } from './Head.tsx'
import { NumberIs } from './NumberIs.tsx'
import type { Step } from './progress.ts'

interface JoinProps extends Omit<StepProps<Extract<Step, { kind: 'join' }>>, 'typed' | 'onTyped'> {
  readonly typed: { readonly account: Values | undefined; readonly department: Values | undefined }
  readonly onTyped: { readonly account: (values: Values) => void; readonly department: (values: Values) => void }
}

const ways = { yes: 'registration.join.department', no: 'registration.join.newDepartment' }

export function JoinStep({ step: { looked }, keyToSend, typed, email, onTyped, go, done }: JoinProps) {
  const t = useText()
  const { country, departments, multiDepartment, companyId } = looked
  const [joins, setJoins] = useState(true)
  const only = departments.length === 1 ? departments[0] : undefined
  const [departmentId, choose] = useState(only?.id)
  const [isAsked, setAsked] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const source = useMemo(() => ({ country, email, contactPerson: { email } }), [country, email])
  const head = (
    <>
      <Head
        step={1}
        title={t('registration.already')}
        text={t(multiDepartment ? 'registration.already.several' : 'registration.already.single')}
      />
      <p>
        <strong>
          {looked.name && `${looked.name} · `}
          <NumberIs country={country} taxNumber={looked.taxNumber} />
        </strong>
      </p>
      {multiDepartment && (
        <Either
          name="way"
          label={t('registration.way')}
          answers={ways}
          value={joins}
          disabled={false}
          onChange={setJoins}
        />
      )}
      {multiDepartment && joins && (
        <Departments
          {...{ departments, departmentId, isAsked, select }}
          onChoose={id => {
            choose(id)
            setAsked(false)
          }}
        />
      )}
    </>
  )
  const end = (label: string) => (submitting: boolean) => (
    <End label={t(label)} submitting={submitting} back={() => go({ kind: 'number' })} />
  )
  if (!joins) {
    return (
      <FormScreen
        key="department"
        command="companies.registerDepartment"
        head={head}
        source={source}
        draft={typed.department}
        onChange={onTyped.department}
        send={async body => {
          await post(`/api/Companies/RegisterDepartment/${companyId}/lang/${language()}`, body, keyToSend)
          done('registration.done.join', emailIn(body))
        }}
        end={end('registration.sendDepartment')}
      />
    )
  }
  return (
    <FormScreen
      key="account"
      command="companies.registerAccount"
      head={head}
      source={source}
      draft={typed.account}
      onChange={onTyped.account}
      send={async body => {
        if (departmentId === undefined) {
          setAsked(true)
          select.current?.focus()
          throw noDepartment(t('registration.departments.missing'))
        }
        await post(`/api/Companies/RegisterAccount/${departmentId}`, body, keyToSend)
        done('registration.done.join', emailIn(body))
      }}
      end={end('registration.sendAccount')}
    />
  )
}

/** The error if nothing was sent, because the person has to choose a department first. */
const noDepartment = (detail: string): ApiProblem =>
  new ApiProblem({
    type: 'about:blank',
    title: detail,
    status: 400,
    detail,
    code: 'registration.departments.missing'
  })

interface DepartmentsProps {
  readonly departments: Extract<Step, { kind: 'join' }>['looked']['departments']
  readonly departmentId: number | undefined
  readonly isAsked: boolean
  readonly select: React.RefObject<HTMLSelectElement | null>
  readonly onChoose: (id: number | undefined) => void
}

function Departments({ departments, departmentId, isAsked, select, onChoose }: DepartmentsProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="field parts-field" data-fault={isAsked || undefined}>
      <label htmlFor={id}>{t('registration.departments')}</label>
      <select
        ref={select}
        id={id}
        className="input"
        value={departmentId ?? ''}
        aria-invalid={isAsked || undefined}
        aria-describedby={isAsked ? `${id}-fault` : undefined}
        onChange={event => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
      >
        <option value="">{t('registration.departments.choose')}</option>
        {departments.map(({ id: one, city, street }) => (
          <option key={one} value={one}>
            {[city, street].filter(Boolean).join(', ')}
          </option>
        ))}
      </select>
      {isAsked && (
        <p id={`${id}-fault`} className="parts-fault">
          <i className="pi pi-exclamation-circle" aria-hidden />
          {t('registration.departments.missing')}
        </p>
      )}
    </div>
  )
}
