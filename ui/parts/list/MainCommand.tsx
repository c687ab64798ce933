/**
 * The first command that needs no row, apart from the others and always there: at the end of a desk's tools, on a phone a wide
 * button below the list. In the office it is grey while rows are selected, unless it may be begun then, too (`always`).
 */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { useText } from '../../i18n.ts'
import { area } from '../../session.ts'
import { CommandButton } from '../command/CommandButton.tsx'
import { useEntries } from '../command/entries.ts'
import { useCommandKeys } from '../command/useCommandKeys.ts'
import type { Row } from './useRows.ts'

export const withoutMain = (commands: readonly CommandMetadata[]): readonly CommandMetadata[] => {
  const main = commands.find(({ selection }) => selection === 'none')
  return commands.filter(command => command !== main)
}

interface MainCommandProps {
  readonly commands: readonly CommandMetadata[]
  /** The selected rows. */
  readonly rows?: readonly Row[]
}

export function MainCommand({ commands, rows = [] }: MainCommandProps) {
  const t = useText()
  const [main] = useEntries(commands, [])
  // people of the portal come now and then: what they come for can be begun whatever is selected
  const isClosed = rows.length > 0 && area() === 'admin' && main?.command.always !== true
  useCommandKeys(main ? [main.command] : [], isClosed ? rows : [])
  if (!main) return null
  const entry = isClosed ? { ...main, disabledReason: t('parts.needs.none') } : main
  // a file can be had at any time: it is nothing to be led to
  const isFetch = main.command.action.kind === 'download'
  return (
    <div className="parts-main-command">
      <CommandButton entry={entry} primary={!isFetch} outlined />
    </div>
  )
}
