/**
 * The vocabularies of a form's choices: those sent with the pages of the menu, or, before the sign-in, those sent with the form.
 */
import { createContext, useContext } from 'react'
import type { Schema } from '../../../src/contract/schema.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import type { VocabularyMetadata } from '../../../src/contract/vocabulary.ts'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { Option } from './options.ts'

const context = createContext<Readonly<Record<string, VocabularyMetadata>> | undefined>(undefined)

/** Provides the vocabularies that were sent with a form. */
export const FormVocabularies = context.Provider

export function useFormVocabularies(): Readonly<Record<string, VocabularyMetadata>> {
  const ofForm = useContext(context)
  const ofMenu = useVocabularies()
  return ofForm ?? ofMenu
}

/** The values that a schema allows, as options, labelled by its vocabulary if it has one. */
export function useMembers(declared: Schema): Option[] {
  const t = useText()
  const vocabularies = useFormVocabularies()
  const schema = unwrapped(declared)
  const members = schema.vocabulary ? (vocabularies[schema.vocabulary]?.members ?? []) : []
  const labels = new Map<unknown, string>(members.map(({ code, label }) => [code, t(label)]))
  const values = schema.enum ?? schema.anyOf?.map(branch => branch.const) ?? [...labels.keys()]
  return values.map(value => ({ value, label: labels.get(value) ?? String(value), choosable: true, source: {} }))
}
