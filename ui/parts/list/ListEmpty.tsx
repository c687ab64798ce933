/** A list without rows, and its next step; the main command of a phone. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { ListMetadata } from '../../../src/contract/list.ts'
import { Empty } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { CommandButton, useEntries } from '../command/CommandBar.tsx'

interface EmptyListProps {
  readonly face: ListMetadata
  readonly filtered: boolean
  readonly onClear: () => void
}

/** A filtered list offers to clear the filters; an empty one its first command that needs no row. */
export function EmptyList({ face, filtered, onClear }: EmptyListProps) {
  const t = useText()
  const [main] = useEntries(face.commands, [])
  if (filtered) {
    const action = (
      <button type="button" className="button" onClick={onClear}>
        {t('parts.clearAll')}
      </button>
    )
    return <Empty icon="search" title={t('parts.noneFound')} text={t('parts.noneFound.text')} action={action} />
  }
  return <Empty title={t(face.empty)} action={main && <CommandButton entry={main} primary />} />
}

/** All commands but the one at the thumb's place. */
export const withoutMain = (commands: readonly CommandMetadata[]): readonly CommandMetadata[] => {
  const main = commands.find(({ selection }) => selection === 'none')
  return commands.filter(command => command !== main)
}

/** The first command that needs no row, at the thumb's place. */
export function MainCommand({ commands }: { readonly commands: readonly CommandMetadata[] }) {
  const [main] = useEntries(commands, [])
  if (!main) return null
  return (
    <div className="parts-thumb">
      <CommandButton entry={main} primary />
    </div>
  )
}
