import type { ListMetadata } from '../../../src/contract/list.ts'
import { Empty } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { CommandButton } from '../command/CommandButton.tsx'
import { useEntries } from '../command/entries.ts'
import { useCommandKeys } from '../command/useCommandKeys.ts'
import { Elsewhere } from './Elsewhere.tsx'

interface EmptyListProps {
  readonly list: ListMetadata
  readonly filtered: boolean
  readonly onClear: () => void
  /** The searched text, on a page: other lists may have results for it. */
  readonly search?: string
}

/**
 * A list without rows. If it is filtered, it links to other lists that have results and offers to clear the filters; otherwise it
 * offers its first command that needs no row.
 */
export function EmptyList({ list, filtered, onClear, search = '' }: EmptyListProps) {
  const t = useText()
  const [main] = useEntries(list.commands, [])
  useCommandKeys(main ? [main.command] : [], [])
  if (filtered) {
    const next = (
      <>
        {search && <Elsewhere list={list} search={search} />}
        <button type="button" className="button" onClick={onClear}>
          {t('parts.clearAll')}
        </button>
      </>
    )
    return <Empty icon="search" title={t('parts.noneFound')} text={t('parts.noneFound.text')} action={next} takesOver />
  }
  return <Empty title={t(list.empty)} action={main && <CommandButton entry={main} primary />} takesOver />
}
