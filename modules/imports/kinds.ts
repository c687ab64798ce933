/** The kinds that modules have defined, with what is needed to read their columns. */
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { type ImportKind, importKinds } from '../../src/kernel/imports/kind.ts'
import type { Services } from '../../src/kernel/services.ts'
import { allVocabularies } from '../../src/kernel/vocabularies.ts'
import { knownHeaders } from './reading/guess.ts'
import { type Reader, readersOf } from './reading/values.ts'
import { type KindName, kindNames } from './schema.ts'

type Parts = Pick<Services, 'extensions' | 'messages'>

export const kindOf = ({ extensions }: Pick<Services, 'extensions'>, name: KindName): ImportKind => {
  const found = importKinds.all(extensions).find(kind => kind.name === name)
  if (!found) throw new Error(`No module imports ${name}`)
  return found
}

export const kindsOf = (services: Pick<Services, 'extensions'>): ImportKind[] =>
  kindNames.map(name => kindOf(services, name))

/** The header of the column with reasons, which is left out when such a file is imported again. */
export const reasonsKey = 'imports.reasons'

/** The fields by their headers; made once for each kind, because labels do not change. */
const known = new WeakMap<ImportKind, ReadonlyMap<string, string>>()

export function headersOf({ messages }: Parts, kind: ImportKind): ReadonlyMap<string, string> {
  const headers = known.get(kind) ?? knownHeaders(messages, kind.columns)
  known.set(kind, headers)
  return headers
}

export function cellReaders({ extensions, messages }: Parts, kind: ImportKind): ReadonlyMap<string, Reader> {
  const vocabularies = new Map(
    allVocabularies.of(extensions).map(vocabulary => [metadataOf(vocabulary).name, metadataOf(vocabulary)])
  )
  return readersOf(kind.columns, messages, vocabularies)
}
