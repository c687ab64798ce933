import type { ListMetadata } from '../../../src/contract/list.ts'
import { Empty } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { CommandButton } from '../command/CommandButton.tsx'
import { useEntries } from '../command/entries.ts'
import { useCommandKeys } from '../command/useCommandKeys.ts'

interface EmptyListProps {
  readonly list: ListMetadata
  readonly filtered: boolean
  readonly onClear: () => void
}

/** A list without rows. A filtered one offers to clear the filters, another its first command that needs no row. */
export function EmptyList({ list, filtered, onClear }: EmptyListProps) {
  const t = useText()
  const [main] = useEntries(list.commands, [])
  useCommandKeys(main ? [main.command] : [], [])
  if (filtered) {
    const clear = (
      <button type="button" className="button" onClick={onClear}>
        {t('parts.clearAll')}
      </button>
    )
    return (
      <Empty icon="search" title={t('parts.noneFound')} text={t('parts.noneFound.text')} action={clear} takesOver />
    )
  }
  return <Empty title={t(list.empty)} action={main && <CommandButton entry={main} primary />} takesOver />
}
