/** The vocabularies of a form's choices: those of the menu, or those that were sent with the form. */
import { createContext, useContext } from 'react'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import type { VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { Option } from './options.ts'

const context = createContext<Readonly<Record<string, VocabularyMetadata>> | undefined>(undefined)

/** Vocabularies for the form below; without any, those of the menu. */
export const FormVocabularies = context.Provider

export function useFormVocabularies(): Readonly<Record<string, VocabularyMetadata>> {
  const own = useContext(context)
  const menu = useVocabularies()
  return own ?? menu
}

/** The values that a schema lists, as options; members of its vocabulary are labelled by it. */
export function useMembers(declared: Schema): Option[] {
  const t = useText()
  const vocabularies = useFormVocabularies()
  const schema = unwrapped(declared)
  const members = schema.vocabulary ? (vocabularies[schema.vocabulary]?.members ?? []) : []
  const labels = new Map<unknown, string>(members.map(({ code, label }) => [code, t(label)]))
  const values = schema.enum ?? schema.anyOf?.map(branch => branch.const) ?? [...labels.keys()]
  return values.map(value => ({ value, label: labels.get(value) ?? String(value), choosable: true, source: {} }))
}
