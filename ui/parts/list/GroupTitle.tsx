/** The heading of a group of rows: the value that they share, and how many of them are loaded. */
import type { ColumnMetadata } from '../../../src/contract/list.ts'
import { useText } from '../../i18n.ts'
import { Value } from '../values/formats.tsx'
import type { Item } from './groups.ts'
import './groups.css'

interface GroupTitleProps {
  readonly groupBy: ColumnMetadata | undefined
  readonly item: Extract<Item, { kind: 'heading' }>
}

export function GroupTitle({ groupBy, item: { value, count } }: GroupTitleProps) {
  const t = useText()
  return (
    <>
      <strong>{groupBy && <Value schema={groupBy.schema} value={value} blank={groupBy.blank} />}</strong>{' '}
      <small>{t('parts.total', { count })}</small>
    </>
  )
}
