import type { FilterMetadata } from '../../../../src/contract/list.ts'
import type { Text } from '../../../i18n.ts'

/** What a filter says that is not set: `{label}.all` where people are meant (“wszyscy”), else the word for things (“wszystkie”). */
export function allText(t: Text, { label }: Pick<FilterMetadata, 'label'>): string {
  const own = t(`${label}.all`)
  return own === `${label}.all` ? t('parts.all') : own
}
