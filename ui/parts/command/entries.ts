import type { CommandMetadata } from '../../../src/contract/command.ts'
import { askSentence } from '../../contact.ts'
import type { MenuEntry } from '../../elements/DropMenu.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { Row } from '../list/useRows.ts'
import { useCommand } from './runner.ts'

/** A command as it is drawn: a button, or an entry of a menu. */
export interface Entry {
  readonly command: CommandMetadata
  readonly label: string
  readonly disabledReason: string | undefined
  readonly busy: boolean
  readonly run: () => void
  /** The entries of its submenu, for a command with a menu. */
  readonly submenu: readonly MenuEntry[] | undefined
}

/** The commands that suit the selected rows. */
export function useEntries(commands: readonly CommandMetadata[], rows: readonly Row[]): Entry[] {
  const t = useText()
  const vocabularies = useVocabularies()
  const handleOf = useCommand()
  return commands.flatMap(command => {
    const { shown, refusal, busy, run } = handleOf(command, rows)
    if (!shown) return []
    const vocabulary = command.menu && vocabularies[command.menu.vocabulary]
    const submenu = vocabulary?.members
      .filter(({ code }) => !command.menu?.except.includes(code))
      .map(({ code, name, label }) => ({ key: name, label: t(label), run: () => run(code) }))
    const disabledReason = refusal && t(refusal.reason) + askSentence(t)
    return [{ command, label: t(`${command.name}.label`), disabledReason, busy, run: () => run(), submenu }]
  })
}

/** A command as entries of a menu: those of its submenu, or itself. */
export const menuEntriesOf = ({ command, label, disabledReason, run, submenu }: Entry): MenuEntry[] =>
  submenu && !disabledReason
    ? submenu.map(entry => ({ ...entry, key: `${command.name} ${entry.key}`, label: `${label}: ${entry.label}` }))
    : [{ key: command.name, label, icon: command.icon, tone: command.tone, disabledReason, shortcut: command.key, run }]
