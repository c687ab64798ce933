/** The tax number of a company under the name that it has in its country, and with the country's letters. */
import { writtenTaxNumber } from '../../../src/contract/tax-numbers.ts'
import { useFormOf } from '../../forms.ts'
import { useText } from '../../i18n.ts'
import { labelOf, presentSchema } from '../../parts/form/formValues.ts'

interface WrittenNumber {
  readonly label: string
  readonly number: string
}

/** The form that asks for the number knows both. Undefined until it has come; if it does not come, the number is as it is stored. */
export function useWrittenNumber(country: number, taxNumber: string): WrittenNumber | undefined {
  const t = useText()
  const { data: form, error } = useFormOf('companies.verifyCompany')
  const field = form?.fields.find(({ name }) => name === 'taxNumber')
  if (!form || !field) return form || error ? { label: t('companies.company.taxNumber'), number: taxNumber } : undefined
  const { format = '' } = presentSchema(form, field, { country })
  return { label: t(labelOf(field, { country })), number: writtenTaxNumber(format, taxNumber) }
}

export function NumberIs({ country, taxNumber }: { readonly country: number; readonly taxNumber: string }) {
  const written = useWrittenNumber(country, taxNumber)
  return written ? `${written.label}: ${written.number}` : taxNumber
}
