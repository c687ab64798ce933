/**
 * The first command that needs no row. It is always visible, apart from the other commands: at the end of the tools, and on a phone as
 * a wide button below the list. In the back office it is disabled while rows are selected, unless the command says `always`.
 */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { Row } from '../../../src/contract/row.ts'
import { useText } from '../../i18n.ts'
import { area } from '../../session.ts'
import { CommandButton } from '../command/CommandButton.tsx'
import { useEntries } from '../command/entries.ts'
import { useCommandKeys } from '../command/useCommandKeys.ts'

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
  // in the portal it is never disabled, because its occasional users mostly come for this command
  const isClosed = rows.length > 0 && area() === 'admin' && main?.command.always !== true
  useCommandKeys(main ? [main.command] : [], isClosed ? rows : [])
  if (!main) return null
  const entry = isClosed ? { ...main, disabledReason: t('parts.needs.none') } : main
  // a download is no main step of the work, so its button is not emphasized
  const isFetch = main.command.action.kind === 'download'
  return (
    <div className="parts-main-command">
      <CommandButton entry={entry} primary={!isFetch} outlined />
    </div>
  )
}
