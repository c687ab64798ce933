/**
 * The progress of a registration: its step, the answer of the register, and the typed values of each form. It is kept in session storage
 * together with its idempotency key, so that nothing is lost by a reload or a broken connection.
 */
import type { Language } from '../../../src/contract/languages.ts'
import { newKey } from '../../api.ts'
import type { Values } from '../../parts/form/formValues.ts'

/** The part of VerifyCompany's answer that is shown. */
export interface LookUp {
  readonly alreadyRegistered: boolean
  readonly found: boolean
  readonly taxNumber: string
  readonly country: number
  readonly name: string | null
  readonly regon: string | null
  readonly companyAddress: {
    readonly city: string | null
    readonly postal: string | null
    readonly street: string | null
  }
  readonly requestId: string | null
  readonly companyId: number | null
  readonly multiDepartment: boolean
  readonly departments: readonly { readonly id: number; readonly city: string; readonly street: string | null }[]
}

export type Step =
  | { readonly kind: 'number' }
  /** `looked`: the answer of the register. Without it, the register was not asked, or did not answer, and `sentence` says so. */
  | {
      readonly kind: 'company'
      readonly country: number
      readonly looked?: LookUp
      readonly taxNumber?: string
      readonly sentence?: string
    }
  | { readonly kind: 'person'; readonly country: number }
  | { readonly kind: 'join'; readonly looked: LookUp }

type FormName = 'number' | 'company' | 'person' | 'account' | 'department'

export interface Progress {
  readonly key: string
  readonly step: Step
  readonly typed: Readonly<Partial<Record<FormName, Values>>>
}

const storageKey = 'opony.registration'
const beginning = (): Progress => ({ key: newKey(), step: { kind: 'number' }, typed: {} })

export function loadProgress(): Progress {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    if (typeof stored === 'object' && stored !== null && 'step' in stored) return stored as Progress
  } catch {
    clearProgress()
  }
  return beginning()
}

export const saveProgress = (progress: Progress): void => sessionStorage.setItem(storageKey, JSON.stringify(progress))

export const clearProgress = (): void => sessionStorage.removeItem(storageKey)

/** The progress at the next step. The values of another company are removed. Those of the person who registers are kept. */
export function atStep({ typed }: Progress, step: Step): Progress {
  const contactPerson = typed.company?.contactPerson ?? typed.person?.contactPerson ?? typed.department?.contactPerson
  const person = contactPerson === undefined ? undefined : { contactPerson }
  const numberForm = { ...(typed.number ? { number: typed.number } : {}) }
  return {
    key: newKey(),
    step,
    typed: person ? { ...numberForm, company: person, person, department: person } : numberForm
  }
}

const polish = 1
const countries: Partial<Record<Language, number>> = { de: 2, sk: 3, et: 4, cs: 5 }

/** A first guess of the country of a company, by the language of the reader. */
export const countryOf = (language: Language): number => countries[language] ?? polish
export const isPolish = (country: unknown): boolean => country === polish
