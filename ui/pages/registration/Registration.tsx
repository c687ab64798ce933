/**
 * The registration of a company, the same for strangers on the portal and for staff in the back office. Step 1 asks for the tax number.
 * The answer decides which form step 2 has.
 */
import { useCallback, useMemo, useState } from 'react'
import { useBack } from '../../parts/command/back.ts'
import type { Values } from '../../parts/form/formValues.ts'
import { createStore } from '../../store.ts'
import { CompanyStep, PersonStep } from './CompanyStep.tsx'
import { JoinStep } from './JoinStep.tsx'
import { NumberStep } from './NumberStep.tsx'
import { atStep, clearProgress, loadProgress, type Progress, type Step, saveProgress } from './progress.ts'
import './registration.css'

interface RegistrationProps {
  /** The e-mail that is filled in for the contact person. */
  readonly email?: string | undefined
  /** Called once after the registration, with the message that says what follows. */
  readonly onDone: (message: string, email: string) => void
}

export default function Registration({ email, onDone }: RegistrationProps) {
  const [progress, setProgress] = useState(loadProgress)
  const [latest] = useState(() => createStore(progress))
  const go = useCallback(
    (step: Step): void => {
      latest.set(atStep(latest.get(), step))
      saveProgress(latest.get())
      setProgress(latest.get())
    },
    [latest]
  )
  // Typing is stored without drawing this component again. Only the form is drawn again.
  const typing = useMemo(() => {
    const into = (name: keyof Progress['typed']) => (values: Values) => {
      const { typed, ...rest } = latest.get()
      latest.set({ ...rest, typed: { ...typed, [name]: values } })
      saveProgress(latest.get())
    }
    return {
      number: into('number'),
      company: into('company'),
      person: into('person'),
      account: into('account'),
      department: into('department')
    }
  }, [latest])
  const done = (message: string, to: string): void => {
    clearProgress()
    onDone(message, to)
  }
  const { step, typed, key } = progress
  useBack(step.kind !== 'number', () => go({ kind: 'number' }))
  const shared = { keyToSend: key, email, go, done }
  if (step.kind === 'company')
    return <CompanyStep {...shared} step={step} typed={typed.company} onTyped={typing.company} />
  if (step.kind === 'person') return <PersonStep {...shared} step={step} typed={typed.person} onTyped={typing.person} />
  if (step.kind === 'join') {
    const { account, department } = typed
    return <JoinStep {...shared} step={step} typed={{ account, department }} onTyped={typing} />
  }
  return <NumberStep typed={typed.number} onTyped={typing.number} go={go} />
}
