/** On a phone the first command that needs no row is a wide button below the list; the others are in the bar. */
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { CommandButton } from '../command/CommandButton.tsx'
import { useEntries } from '../command/entries.ts'
import { useCommandKeys } from '../command/useCommandKeys.ts'

export const withoutMain = (commands: readonly CommandMetadata[]): readonly CommandMetadata[] => {
  const main = commands.find(({ selection }) => selection === 'none')
  return commands.filter(command => command !== main)
}

export function MainCommand({ commands }: { readonly commands: readonly CommandMetadata[] }) {
  const [main] = useEntries(commands, [])
  useCommandKeys(main ? [main.command] : [], [])
  if (!main) return null
  return (
    <div className="parts-main-command">
      <CommandButton entry={main} primary />
    </div>
  )
}
